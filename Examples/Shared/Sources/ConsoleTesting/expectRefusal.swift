import ArgumentParser
public import Console
public import Testing

/// Expects that a program says of a wrong command line what is wrong, where the help is, and ends with 64.
///
/// - Parameters:
///   - arguments: The command line, without the program's name.
///   - program: The program.
///   - problem: The first line of the complaint, without `Error: `.
///   - sourceLocation: Where an issue is recorded.
public func expectRefusal<Program: ConsoleProgram>(
    of arguments: [String],
    by program: Program.Type,
    _ problem: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let error = #expect(throws: (any Error).self, sourceLocation: sourceLocation) {
        try Program.parse(commandLine: arguments)
    }
    guard let error else { return }
    #expect(Program.message(for: error) == problem, sourceLocation: sourceLocation)
    #expect(Program.exitCode(for: error).rawValue == 64, sourceLocation: sourceLocation)
    #expect(Program.fullMessage(for: error).hasPrefix("Error: \(problem)\n"), sourceLocation: sourceLocation)
    #expect(Program.fullMessage(for: error).contains(" --help' for more"), sourceLocation: sourceLocation)
}
