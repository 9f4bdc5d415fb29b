// How large a static program is that does nothing.
@main
struct Program {
    static func main() async { print("nothing") }
}
