import ArgumentParser
import Console

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// `LogFigures`, and the relays that it starts.
@main
enum Main {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let code =
            arguments.first == "follow"
            ? await FollowerProgram.run(Array(arguments.dropFirst())) : await Program.run(arguments)
        exit(code.rawValue)
    }
}
