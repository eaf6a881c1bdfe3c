import Foundation

/// The programs of PostgreSQL on this machine.
enum Programs {
    /// Where Debian, Ubuntu, Fedora and Homebrew put them, the newest version first.
    static func folder() throws -> String {
        let files = FileManager.default
        var folders = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap { parent in
            ((try? files.contentsOfDirectory(atPath: parent)) ?? [])
                .filter { parent.hasSuffix("postgresql") || $0.hasPrefix("postgresql") }
                .sorted { $0.compare($1, options: .numeric) == .orderedDescending }
                .map { "\(parent)/\($0)/bin" }
        }
        folders += ["/usr/bin", "/usr/local/bin", "/usr/pgsql/bin"]
        let found = folders.first { folder in
            ["initdb", "postgres"].allSatisfy { files.isExecutableFile(atPath: "\(folder)/\($0)") }
        }
        guard let found else {
            throw ServerError("initdb and postgres are not on this machine; install postgresql, or use --connect")
        }
        return found
    }

    /// What comes before a command so that it does not run as root, which PostgreSQL refuses.
    static func prefix() throws -> [String] {
        guard geteuid() == 0 else { return [] }
        guard getpwnam("postgres") != nil, FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") else {
            throw ServerError(
                "PostgreSQL does not run as root, and there is no user postgres or no setpriv; run as another user")
        }
        return ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    }

    /// Runs a command to its end.
    ///
    /// - Throws: ``ServerError`` with what it has printed, if it fails.
    static func run(_ command: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ServerError("\(command.joined(separator: " ")) failed: \(text.suffix(2_000))")
        }
    }
}
