internal import FaderCLI

/// All of it is in FaderCLI, because tests are linked with other libraries than installed programs.
@main
enum Main {
    static func main() async {
        Program.begin()
        await Program.main()
    }
}
