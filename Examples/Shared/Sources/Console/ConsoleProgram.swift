public import ArgumentParser

#if canImport(Darwin)
public import Darwin
#elseif canImport(Musl)
public import Musl
#else
public import Glibc
#endif

/// A command whose exit code says how it ended, also when the reader of its output leaves before that.
///
/// | How it ended | Exit code |
/// |---|---|
/// | `run()` returned, or its output's reader has left (``OutputError/readerLeft``) | 0 |
/// | help was asked for, and could be written | 0 |
/// | `run()` threw an `ExitCode` | that one |
/// | the command line is wrong | 64, `EX_USAGE` of sysexits.h |
/// | `run()` threw something else, which is printed as an error | 1 |
///
/// ```swift
/// @main
/// struct Program: ConsoleProgram {
///     @Flag var loud = false
///
///     func run() async throws {
///         try StandardOutput.write(loud ? "HELLO\n" : "hello\n")
///     }
/// }
/// ```
public protocol ConsoleProgram: AsyncParsableCommand {}

extension ConsoleProgram {
    /// Does what the command line asks for, and exits.
    @concurrent
    public static func main() async {
        // Concurrent, as ArgumentParser's own is: to a function of another kind `@main` would prefer that one.
        let code = await run(Array(CommandLine.arguments.dropFirst()))
        exit(withError: code)
    }

    /// Does what the arguments ask for.
    ///
    /// - Parameters:
    ///   - arguments: The command line without the program's name.
    ///   - output: The file that help is written to.
    ///   - errors: The file that complaints are written to.
    /// - Returns: The exit code.
    public static func run(
        _ arguments: [String],
        output: Int32 = STDOUT_FILENO,
        errors: Int32 = STDERR_FILENO
    ) async -> ExitCode {
        // A pipe that nobody reads any more is an error of `write`, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        do {
            do {
                var program = try parseAsRoot(arguments.withEmptyValues)
                if var program = program as? any AsyncParsableCommand {
                    try await program.run()
                } else {
                    try program.run()
                }
            } catch  where exitCode(for: error).isSuccess {
                // Help is thrown as well.
                try StandardOutput.write(text(for: error), to: output)
            }
            return .success
        } catch OutputError.readerLeft {
            return .success
        } catch {
            // When nobody hears complaints either, the exit code has to do.
            try? StandardOutput.write(text(for: error), to: errors)
            return exitCode(for: error)
        }
    }

    /// Reads a command line, without the program's name, in which `--text=` is an empty text.
    ///
    /// ArgumentParser 1.8.2 takes `--text=` for `--text`, and what follows for its value
    /// (https://github.com/apple/swift-argument-parser/issues/958).
    public static func parse(commandLine arguments: [String]) throws -> Self {
        try parse(arguments.withEmptyValues)
    }

    private static func text(for error: any Error) -> String {
        let message = fullMessage(for: error)
        return message.isEmpty ? "" : message + "\n"
    }
}

extension [String] {
    /// With `--text=` as two arguments, of which the second one is empty.
    fileprivate var withEmptyValues: [String] {
        flatMap { argument in
            argument.hasPrefix("--") && argument.firstIndex(of: "=") == argument.indices.last
                ? [String(argument.dropLast()), ""] : [argument]
        }
    }
}
