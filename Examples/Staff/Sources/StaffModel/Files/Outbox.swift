import Foundation

/// A command that the server has not answered, and the key under which it is sent again.
struct WaitingCommand: Codable, Equatable, Sendable {
    let key: String
    let command: StaffCommand
}

/// The commands that wait for an answer, in their order, in a file: they outlive the app.
struct Outbox: Sendable {
    private(set) var commands: [WaitingCommand] = []
    private let file: CheckedFile?

    /// An empty outbox; without a file it does not outlive the app.
    init(url: URL?) {
        file = url.map { CheckedFile(url: $0) }
    }

    /// Reads the file.
    ///
    /// - Throws: ``SavedFileError`` or `DecodingError` if the file cannot be used; any error of the file system.
    mutating func restore() throws {
        commands = try (file?.read() ?? []).map { try JSONDecoder().decode(WaitingCommand.self, from: Data($0)) }
    }

    /// Adds a command at the end.
    ///
    /// - Throws: Any error of the file system; the command waits all the same.
    mutating func add(_ command: WaitingCommand) throws {
        commands.append(command)
        try save()
    }

    /// Removes a command that was answered.
    ///
    /// - Throws: Any error of the file system.
    mutating func remove(key: String) throws {
        commands.removeAll { $0.key == key }
        try save()
    }

    private func save() throws {
        try file?.write(commands.map { Array(try JSONEncoder().encode($0)) })
    }
}
