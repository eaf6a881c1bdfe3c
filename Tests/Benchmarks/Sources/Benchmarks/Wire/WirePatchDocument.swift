import DataSources

/// A step as a JSON Patch (RFC 6902) in an envelope with the versions before and after.
///
/// The document is an array of columns, each with an array of cards. An updated card is an operation for each field.
struct WirePatchDocument: Codable {
    struct Operation: Codable {
        let op, path: String
        var from: String?
        var value: Value?
    }

    enum Value: Codable {
        case card(WireCard)
        case text(String)
        case texts([String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let texts = try? container.decode([String].self) {
                self = .texts(texts)
            } else {
                self = .card(try container.decode(WireCard.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .card(let card): try container.encode(card)
            case .text(let text): try container.encode(text)
            case .texts(let texts): try container.encode(texts)
            }
        }
    }

    let v: [UInt64]
    let p: [Operation]

    init(of update: Update<WireBoard>, base: UInt64, version: UInt64) {
        v = [base, version]
        var old: [ItemPath: WireCard] = [:]
        for pair in update.changes.items.updates { old[pair.after] = update.before[pair.before] }
        var operations: [Operation] = []
        for step in update.steps {
            switch step {
            case .insertItem(let card, let path):
                operations.append(Operation(op: "add", path: Self.pointer(path), value: .card(card)))
            case .removeItem(let path): operations.append(Operation(op: "remove", path: Self.pointer(path)))
            case .moveItem(let from, let to):
                operations.append(Operation(op: "move", path: Self.pointer(to), from: Self.pointer(from)))
            case .updateItem(let card, let path):
                guard let old = old[path] else { continue }
                let pointer = Self.pointer(path)
                func replace(_ name: String, _ value: Value) {
                    operations.append(Operation(op: "replace", path: pointer + "/" + name, value: value))
                }
                if old.title != card.title { replace("title", .text(card.title)) }
                if old.notes != card.notes { replace("notes", .text(card.notes)) }
                if old.tags != card.tags { replace("tags", .texts(card.tags)) }
            default: break
            }
        }
        p = operations
    }

    /// Makes the operations on columns of cards, by code for exactly these documents.
    func apply(to columns: inout [[WireCard]]) {
        for operation in p {
            let (section, item, field) = Self.place(operation.path)
            switch (operation.op, operation.value) {
            case ("add", .card(let card)?): columns[section].insert(card, at: item)
            case ("remove", _): columns[section].remove(at: item)
            case ("move", _):
                let (source, from, _) = Self.place(operation.from ?? "")
                let card = columns[source].remove(at: from)
                columns[section].insert(card, at: item)
            case ("replace", .text(let text)?) where field == "title": columns[section][item].title = text
            case ("replace", .text(let text)?): columns[section][item].notes = text
            case ("replace", .texts(let tags)?): columns[section][item].tags = tags
            default: preconditionFailure("an operation that no document has")
            }
        }
    }

    /// The numbers and the field in `/section/cards/item/field`.
    private static func place(_ pointer: String) -> (section: Int, item: Int, field: Substring?) {
        let parts = pointer.split(separator: "/")
        guard parts.count >= 3, let section = Int(parts[0]), let item = Int(parts[2]) else {
            preconditionFailure("\(pointer) is no pointer to a card")
        }
        return (section, item, parts.count > 3 ? parts[3] : nil)
    }

    private static func pointer(_ path: ItemPath) -> String { "/\(path.section)/cards/\(path.item)" }
}
