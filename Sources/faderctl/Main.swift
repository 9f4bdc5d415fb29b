internal import FaderCLI

/// All of it is in FaderCLI, because the tests of modules are linked with other libraries than a program that is installed.
@main
enum Main {
    static func main() async {
        Program.begin()
        await Program.main()
    }
}
