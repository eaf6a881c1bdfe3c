import ArgumentParser
import BoardKit
import Console
import Logging

@main
struct Program: ConsoleProgram {
    static let configuration = CommandConfiguration(
        commandName: "Board", abstract: "A task board in a SQLite file, shown live by any number of browsers.",
        usage: "Board [<options>]")

    @Option(help: ArgumentHelp("The SQLite file; it is made if missing.", valueName: "file"))
    var database = "board.sqlite"

    @OptionGroup var options: ServerOptions

    func run() async throws {
        options.logToStandardError()
        let database = try await BoardDatabase(path: database)
        try await options.serve(database, logger: Logger(label: "board")) { address in
            try? StandardOutput.write("Board: \(address)\n")
        }
        try await database.close()
    }
}
