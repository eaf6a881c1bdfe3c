import DataSources
import DataSourcesWire

/// The same change as a JSON Patch (RFC 6902): one operation for each step, and for each field of an updated item.
///
/// The document is an array of columns, each with its header's fields and an array of cards.
enum JSONPatch {
    /// The operations in an envelope with the versions before and after, as text.
    static func text(of update: Update<SizedBoard>, base: UInt64, version: UInt64) throws -> [UInt8] {
        let envelope: WireObject = [
            "v": .array([WireValue(base), WireValue(version)]), "p": .array(try operations(of: update)),
        ]
        return try FrameFormat.json.text(of: .object(envelope))
    }

    private static func operations(of update: Update<SizedBoard>) throws -> [WireValue] {
        var operations: [WireValue] = []
        var replaced: [ItemPath: (old: SizedCard, new: SizedCard)] = [:]
        for pair in update.changes.items.updates {
            if let old = update.before[pair.before], let new = update.after[pair.after] {
                replaced[pair.after] = (old, new)
            }
        }
        for step in update.steps {
            switch step {
            case .insertItem(let card, let path): operations.append(operation("add", at: path, value: try value(card)))
            case .removeItem(let path): operations.append(operation("remove", at: path))
            case .moveItem(let from, let to):
                operations.append(
                    .object(["op": .string("move"), "from": .string(pointer(from)), "path": .string(pointer(to))]))
            case .updateItem(let card, let path):
                guard let pair = replaced[path] else { continue }
                operations += try fields(from: pair.old, to: card, at: path)
            default: break
            }
        }
        return operations
    }

    private static func fields(from old: SizedCard, to new: SizedCard, at path: ItemPath) throws -> [WireValue] {
        guard case .object(let before) = try value(old), case .object(let after) = try value(new) else { return [] }
        var operations: [WireValue] = []
        for field in after.fields where before[field.name] != field.value {
            let name = before[field.name] == nil ? "add" : "replace"
            operations.append(
                .object(["op": .string(name), "path": .string(pointer(path) + "/" + field.name), "value": field.value]))
        }
        for field in before.fields where after[field.name] == nil {
            operations.append(.object(["op": .string("remove"), "path": .string(pointer(path) + "/" + field.name)]))
        }
        return operations
    }

    private static func pointer(_ path: ItemPath) -> String { "/\(path.section)/cards/\(path.item)" }

    private static func operation(_ name: String, at path: ItemPath, value: WireValue? = nil) -> WireValue {
        var object: WireObject = ["op": .string(name), "path": .string(pointer(path))]
        if let value { object["value"] = value }
        return .object(object)
    }

    /// The content of a card, as a frame would carry it.
    static func value(_ card: SizedCard) throws -> WireValue {
        let update = Update(from: ListSnapshot<SizedCard>(), to: try ListSnapshot([card]))
        guard let update else { return .null }
        return try ListSnapshot.wireChanges(of: update, base: 0, version: 1).items.insertions[0].values[0]
    }
}

extension FrameFormat {
    /// The length of a value as JSON text, by way of a frame with nothing else.
    func text(of value: WireValue) throws -> [UInt8] {
        let part = WirePart(
            kind: .list, version: 0, offset: 0, itemCount: 1, sectionCount: 0,
            groups: [WirePart.Group(header: nil, items: [value])], isLast: false)
        let empty = WirePart(
            kind: .list, version: 0, offset: 0, itemCount: 1, sectionCount: 0,
            groups: [WirePart.Group(header: nil, items: [])], isLast: false)
        let (all, around) = (try encode(.part(part)), try encode(.part(empty)))
        return Array(all.dropFirst(around.count - 2).dropLast(2))
    }
}

/// A card as on a real board.
struct SizedCard: Identifiable, Equatable, Sendable, Codable {
    let id: String
    var title: String
    var notes: String
    var tags: [String]
}

struct SizedColumn: Identifiable, Equatable, Sendable, Codable {
    let id: String
}

typealias SizedBoard = SectionedSnapshot<SizedColumn, SizedCard>
