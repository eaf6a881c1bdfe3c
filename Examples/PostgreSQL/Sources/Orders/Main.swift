import ArgumentParser
import Console

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// `Orders`, `Orders check`, and what the check starts.
@main
enum Main {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let rest = Array(arguments.dropFirst())
        let code =
            switch arguments.first {
            case "check": await Check.run(rest)
            case "follow": await FollowerProgram.run(rest)
            default: await Program.run(arguments)
            }
        exit(code.rawValue)
    }
}
