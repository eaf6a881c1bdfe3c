import ArgumentParser
public import Console
public import Testing

/// Expects that a program has help: that it is asked for as usual, also beside a flag, names each flag, and fits a
/// terminal of 80 columns.
///
/// - Parameters:
///   - program: The program.
///   - flags: All of its flags, as the help shows them.
///   - beside: Flags that help is asked for after.
///   - sourceLocation: Where an issue is recorded.
public func expectHelp<Program: ConsoleProgram>(
    of program: Program.Type,
    names flags: [String],
    beside: [String],
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for arguments in [["--help"], ["-h"], beside + ["--help"]] {
        let request = #expect(throws: (any Error).self, "\(arguments)", sourceLocation: sourceLocation) {
            try Program.parse(commandLine: arguments)
        }
        guard let request else { continue }
        #expect(Program.exitCode(for: request).isSuccess, "\(arguments)", sourceLocation: sourceLocation)
        #expect(
            Program.fullMessage(for: request) == Program.helpMessage(), "\(arguments)", sourceLocation: sourceLocation)
    }
    let help = Program.helpMessage(columns: 80)
    for flag in flags {
        #expect(help.contains("\n  \(flag) "), sourceLocation: sourceLocation)
    }
    for line in help.split(separator: "\n") {
        #expect(line.count <= 80, "\(line)", sourceLocation: sourceLocation)
    }
}
