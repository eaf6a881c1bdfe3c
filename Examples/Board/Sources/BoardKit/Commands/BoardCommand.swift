import DataSources
import DataSourcesWire
public import Foundation

/// An edit of the board that a client asks for.
public enum BoardCommand: Hashable, Sendable {
    /// Adds a card.
    public struct Add: Hashable, Sendable, Codable {
        let id: Card.ID
        let column: Column.ID
        let title: String
        var by: String?
        /// The card to be placed before; at the end without it.
        var before: Card.ID?
        /// A label that the card has from the start.
        var label: CardLabel?
    }

    /// Gives a card another title.
    public struct Rename: Hashable, Sendable, Codable {
        let id: Card.ID
        let title: String
    }

    /// Moves a card.
    public struct Move: Hashable, Sendable, Codable {
        let id: Card.ID
        let column: Column.ID
        /// The card to be placed before; at the end without it.
        var before: Card.ID?
    }

    /// Deletes a card, which can be restored.
    public struct Delete: Hashable, Sendable, Codable {
        let id: Card.ID
    }

    /// Restores a card that was deleted.
    public struct Restore: Hashable, Sendable, Codable {
        let id: Card.ID
    }

    /// Gives a card a label, or takes it away.
    public struct Label: Hashable, Sendable, Codable {
        let id: Card.ID
        let label: CardLabel
        /// Whether the card has the label afterwards.
        let on: Bool
    }

    /// Says when a card is due.
    public struct Due: Hashable, Sendable, Codable {
        let id: Card.ID
        /// The card has no such day without it.
        var due: Day?
    }

    case add(Add)
    case rename(Rename)
    case move(Move)
    case delete(Delete)
    case restore(Restore)
    case label(Label)
    case due(Due)

    /// The name in envelopes.
    var name: String {
        switch self {
        case .add: "add"
        case .rename: "rename"
        case .move: "move"
        case .delete: "delete"
        case .restore: "restore"
        case .label: "label"
        case .due: "due"
        }
    }

    /// All ids in the command, by their names.
    var ids: [(name: String, id: TextID)] {
        switch self {
        case .add(let add):
            [("id", add.id), ("column", add.column)] + (add.before.map { [("before", $0)] } ?? [])
        case .move(let move):
            [("id", move.id), ("column", move.column)] + (move.before.map { [("before", $0)] } ?? [])
        case .rename, .delete, .restore, .label, .due: [("id", id)]
        }
    }

    /// The id of the card.
    var id: Card.ID {
        switch self {
        case .add(let add): add.id
        case .rename(let rename): rename.id
        case .move(let move): move.id
        case .delete(let delete): delete.id
        case .restore(let restore): restore.id
        case .label(let label): label.id
        case .due(let due): due.id
        }
    }
}

extension BoardCommand {
    /// The key and the command of a request's body.
    ///
    /// - Throws: ``Refusal`` if the body is no command.
    static func read(_ body: Data) throws(Refusal) -> (key: String, command: BoardCommand) {
        let decoder = JSONDecoder()
        let envelope = try decoded("a command") { try decoder.decode(CommandEnvelope.self, from: body) }
        let name = envelope.name.prefix(utf8: 64)
        let command = try decoded("the content of \(name)") { try BoardCommand(envelope, decoder) }
        guard let command else { throw Refusal(.unknownCommand, "there is no command \(name)") }
        guard !envelope.key.isEmpty, !command.id.text.isEmpty else {
            throw Refusal(.malformed, "a key and an id have at least one byte")
        }
        try Refusal.check(envelope.key, "the key", atMost: TextLimits.id)
        for (name, id) in command.ids { try Refusal.check(id.text, name, atMost: TextLimits.id) }
        switch command {
        case .add(let add):
            try Refusal.check(add.by ?? "", "by", atMost: TextLimits.name)
            try Refusal.check(add.title, "the title", atMost: body.count)
        case .rename(let rename): try Refusal.check(rename.title, "the title", atMost: body.count)
        case .move, .delete, .restore, .label, .due: break
        }
        return (envelope.key, command)
    }

    /// `nil` if the name is unknown.
    private init?(_ envelope: CommandEnvelope, _ decoder: JSONDecoder) throws {
        let content = try JSONEncoder().encode(envelope.content)
        switch envelope.name {
        case "add": self = .add(try decoder.decode(Add.self, from: content))
        case "rename": self = .rename(try decoder.decode(Rename.self, from: content))
        case "move": self = .move(try decoder.decode(Move.self, from: content))
        case "delete": self = .delete(try decoder.decode(Delete.self, from: content))
        case "restore": self = .restore(try decoder.decode(Restore.self, from: content))
        case "label": self = .label(try decoder.decode(Label.self, from: content))
        case "due": self = .due(try decoder.decode(Due.self, from: content))
        default: return nil
        }
    }

    private static func decoded<Value>(_ what: String, _ body: () throws -> Value) throws(Refusal) -> Value {
        do {
            return try body()
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal(.malformed, "this is not \(what)")
        }
    }

    /// The body of a request that asks for the command: what ``read(_:)`` reads.
    ///
    /// - Throws: An error of the encoder.
    public func body(key: String) throws -> Data {
        let content = try JSONDecoder().decode(WireValue.self, from: content)
        return try JSONEncoder().encode(CommandEnvelope(key: key, name: name, content: content))
    }

    /// 32 bytes that are equal for equal commands: they recognize a key that is used for another command.
    var digest: String {
        get throws { Digest.of("\(name) ".utf8 + (try content)) }
    }

    /// The command as JSON, with the members in one order.
    private var content: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return switch self {
            case .add(let add): try encoder.encode(add)
            case .rename(let rename): try encoder.encode(rename)
            case .move(let move): try encoder.encode(move)
            case .delete(let delete): try encoder.encode(delete)
            case .restore(let restore): try encoder.encode(restore)
            case .label(let label): try encoder.encode(label)
            case .due(let due): try encoder.encode(due)
            }
        }
    }
}
