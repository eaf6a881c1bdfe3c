import DataSources

/// The frames as trees of values: what JSON and all other `Codable` formats carry.
///
/// | Frame | Form |
/// |---|---|
/// | hello | `{"hello": 1, "epoch": "…", "kind": "list", "v": 41}` |
/// | reset | `{"reset": "first"}` |
/// | part | `{"v": 42, "at": 0, "n": 3, "part": [item, …], "last": true}` |
/// | changes | `{"v": [41, 42, 3], "rm": …, "mv": …, "in": …, "up": …}` |
/// | heartbeat | `{"beat": 42}`, `{"beat": 42, "digest": "00c0ffee00c0ffee"}` |
/// | shapes | `{"shapes": [["id", "title"]]}` |
/// | end | `{"end": "finished", "v": 42}` |
///
/// Parts of sections also have `"s"`, the number of sections; changes have it as the fourth number of `"v"`, and changes of
/// sections under `"sec"`. A step by one version has `[41, 3]` or `[41, [3, 1]]` there, a single run is not in an array, and
/// neither is a single item that is none itself.
extension WireFrame {
    /// The frame as a value.
    public var value: WireValue {
        switch self {
        case .hello(let hello): .object(hello.object)
        case .reset(let reason): .object(["reset": .string(reason.rawValue)])
        case .part(let part): .object(part.object)
        case .changes(let changes): .object(changes.object)
        case .heartbeat(let version, nil): .object(["beat": WireValue(version)])
        case .heartbeat(let version, let digest?):
            .object(["beat": WireValue(version), "digest": .string(StateDigest.text(digest))])
        case .shapes(let shapes): .object(["shapes": .array(shapes.map { .array($0.map { .string($0) }) })])
        case .end(let reason, let version):
            .object(WireObject([("end", .string(reason.rawValue))] + (version.map { [("v", WireValue($0))] } ?? [])))
        }
    }

    /// Reads a frame from a value.
    ///
    /// - Throws: ``WireError`` if the value is no frame, or exceeds the limits.
    public init(_ value: WireValue, limits: WireLimits = WireLimits()) throws(WireError) {
        guard case .object(let object) = value else { throw .malformed("a frame is not an object") }
        if object["hello"] != nil {
            self = .hello(try WireHello(object))
        } else if let reason = object["reset"] {
            self = .reset(try Self.reason(reason, "reset"))
        } else if let reason = object["end"] {
            var version: UInt64?
            if let value = object["v"] { version = try value.unsigned("v") }
            self = .end(try Self.reason(reason, "end"), version: version)
        } else if let version = object["beat"] {
            let digest = try object["digest"].map { (value) throws(WireError) in try StateDigest.read(value) }
            self = .heartbeat(version: try version.unsigned("beat"), digest: digest)
        } else if object["shapes"] != nil {
            self = .shapes(try Self.shapes(object))
        } else if object["part"] != nil {
            self = .part(try WirePart(object, limits))
        } else if object["v"] != nil {
            self = .changes(try WireChanges(object, limits))
        } else {
            throw .malformed("a frame has none of the fields hello, reset, part, v, beat, shapes and end")
        }
    }

    private static func shapes(_ object: WireObject) throws(WireError) -> [[String]] {
        var shapes = FrameShapes()
        for value in try object.list("shapes") {
            guard case .array(let values) = value else { throw .malformed("a shape is not an array") }
            guard shapes.count < FrameShapes.maximalCount, values.count <= FrameShapes.maximalNames else {
                throw WireError(.tooLarge, "too many shapes, or names in them")
            }
            try shapes.append(try values.map { (value) throws(WireError) in try value.text("a name of a shape") })
        }
        return shapes.list
    }

    private static func reason<Reason: RawRepresentable<String>>(
        _ value: WireValue, _ name: String
    ) throws(WireError) -> Reason {
        guard case .string(let text) = value, let reason = Reason(rawValue: text) else {
            throw .malformed("\(name) is not one of the known reasons")
        }
        return reason
    }
}

extension WireHello {
    var object: WireObject {
        // Epochs are texts: JavaScript's numbers lose bits above 2^53.
        var object: WireObject = [
            "hello": WireValue(format), "epoch": .string("\(epoch)"), "kind": .string(kind.rawValue),
        ]
        if let version { object["v"] = WireValue(version) }
        return object
    }

    init(_ object: WireObject) throws(WireError) {
        let format = try (object["hello"] ?? .null).count("hello", atMost: .max)
        guard format <= Self.formatWithDigests, format > 0 else {
            throw WireError(.unsupportedVersion, "format \(format) is not one of 1 to \(Self.formatWithDigests)")
        }
        guard case .string(let text) = object["epoch"], let epoch = UInt64(text) else {
            throw .malformed("epoch is not a number in a text")
        }
        guard case .string(let name) = object["kind"], let kind = WireKind(rawValue: name) else {
            throw .malformed("kind is neither list nor sections")
        }
        var version: UInt64?
        if let value = object["v"] { version = try value.unsigned("v") }
        self.init(format: format, epoch: epoch, kind: kind, version: version)
    }
}

extension WirePart {
    var object: WireObject {
        var object: WireObject = [
            "v": WireValue(version), "at": WireValue(offset), "n": WireValue(itemCount),
        ]
        switch kind {
        case .list: object["part"] = .array(groups.flatMap(\.items))
        case .sections:
            object["s"] = WireValue(sectionCount)
            object["part"] = .array(
                groups.map { group in
                    .array((group.header.map { [$0] } ?? []) + [.array(group.items)])
                })
        }
        if isLast { object["last"] = .bool(true) }
        return object
    }

    init(_ object: WireObject, _ limits: WireLimits) throws(WireError) {
        let kind: WireKind = object["s"] == nil ? .list : .sections
        var groups: [Group] = []
        let values = try object.list("part")
        // One group may have no header.
        var remaining = limits.items
        guard values.count <= (kind == .list ? remaining : remaining.saturating(adding: 1)) else {
            throw WireError(.tooLarge, "a part has more than \(limits.items) items or sections")
        }
        switch kind {
        case .list: groups.append(Group(header: nil, items: values))
        case .sections:
            for value in values {
                guard case .array(let parts) = value, let last = parts.last, case .array(let items) = last,
                    parts.count <= 2
                else { throw .malformed("a group of a part is not [header, [items]] or [[items]]") }
                guard items.count <= remaining else {
                    throw WireError(.tooLarge, "a part has more than \(limits.items) items")
                }
                remaining -= items.count
                groups.append(Group(header: parts.count == 2 ? parts[0] : nil, items: items))
            }
        }
        self.init(
            kind: kind,
            version: try (object["v"] ?? .null).unsigned("v"),
            offset: try (object["at"] ?? .null).count("at", atMost: limits.items),
            itemCount: try (object["n"] ?? .null).count("n", atMost: limits.items),
            sectionCount: try (object["s"] ?? .int(0)).count("s", atMost: limits.items),
            groups: groups,
            isLast: object["last"] == .bool(true)
        )
    }
}

extension WireChanges {
    var object: WireObject {
        var counts = [WireValue(itemCount)]
        if kind == .sections { counts.append(WireValue(sectionCount)) }
        let numbers: [WireValue]
        if version == base &+ 1 {
            numbers = [WireValue(base), kind == .sections ? .array(counts) : counts[0]]
        } else {
            numbers = [WireValue(base), WireValue(version)] + counts
        }
        var object: WireObject = ["v": .array(numbers)]
        switch commands {
        case .named([]): break
        case .named(let hashes): object["k"] = .array(hashes.map { WireValue($0) })
        case .unknown: object["k"] = .bool(true)
        }
        switch kind {
        case .list: items.write(to: &object) { [WireValue($0.item)] }
        case .sections:
            if !sections.isEmpty {
                var parts = WireObject()
                sections.write(to: &parts) { [WireValue($0)] }
                object["sec"] = .object(parts)
            }
            items.write(to: &object) { [WireValue($0.section), WireValue($0.item)] }
        }
        return object
    }

    init(_ object: WireObject, _ limits: WireLimits) throws(WireError) {
        let (base, version, counts) = try Self.versions(object)
        let kind: WireKind = counts.count == 1 ? .list : .sections
        var sections = WireEdits<Int>()
        if kind == .sections, let value = object["sec"] {
            guard case .object(let parts) = value else { throw .malformed("sec is not an object") }
            sections = try WireEdits(parts, limits, length: 1) { (numbers) in numbers[0] }
        }
        let items =
            switch kind {
            case .list:
                try WireEdits<ItemPath>(object, limits, length: 1) { ItemPath(section: 0, item: $0[0]) }
            case .sections:
                try WireEdits<ItemPath>(object, limits, length: 2) { ItemPath(section: $0[0], item: $0[1]) }
            }
        self.init(
            kind: kind, base: base, version: version, itemCount: try counts[0].count("v", atMost: limits.items),
            sectionCount: kind == .list ? 0 : try counts[1].count("v", atMost: limits.items),
            sections: sections, items: items, commands: try Self.commands(object["k"])
        )
        if count > limits.items { throw WireError(.tooLarge, "a frame changes more than \(limits.items) positions") }
    }

    /// The versions before and after, and the numbers of items and, in sections, of sections.
    private static func versions(
        _ object: WireObject
    ) throws(WireError) -> (base: UInt64, version: UInt64, counts: ArraySlice<WireValue>) {
        let numbers = try object.list("v")
        let base = try (numbers.first ?? .null).unsigned("v")
        if numbers.count == 2 {
            guard case .array(let counts) = numbers[1] else { return (base, base &+ 1, [numbers[1]]) }
            if counts.count == 2 { return (base, base &+ 1, counts[...]) }
        }
        guard numbers.count == 3 || numbers.count == 4 else {
            throw .malformed("v of changes is not [before, after, items] or [before, after, items, sections], or short")
        }
        return (base, try numbers[1].unsigned("v"), ArraySlice(Array(numbers[2...])))
    }

    private static func commands(_ value: WireValue?) throws(WireError) -> WireCommands {
        switch value {
        case nil: return .named([])
        case .bool(true): return .unknown
        case .array(let values):
            return .named(
                try values.map { (value) throws(WireError) in
                    guard let hash = UInt32(exactly: try value.unsigned("k")) else {
                        throw .malformed("a hash in k has more than 32 bits")
                    }
                    return hash
                })
        default: throw .malformed("k is neither an array nor true")
        }
    }
}

extension WireError {
    static func malformed(_ message: String) -> WireError { WireError(.malformed, message) }
}

extension WireValue {
    /// A number that is not negative.
    func unsigned(_ name: String) throws(WireError) -> UInt64 {
        switch self {
        case .int(let value) where value >= 0: return UInt64(value)
        case .uint(let value): return value
        case .double(let value):
            if let value = UInt64(exactly: value) { return value }
        default: break
        }
        throw .malformed("\(name) is not a whole number")
    }

    /// A text.
    func text(_ name: String) throws(WireError) -> String {
        guard case .string(let text) = self else { throw .malformed("\(name) is not a text") }
        return text
    }

    /// A number from 0 to a limit.
    func count(_ name: String, atMost limit: Int) throws(WireError) -> Int {
        guard let count = Int(exactly: try unsigned(name)), count <= limit else {
            throw WireError(.tooLarge, "\(name) is larger than \(limit)")
        }
        return count
    }
}

extension WireObject {
    /// The array under a name.
    func list(_ name: String) throws(WireError) -> [WireValue] {
        guard case .array(let values) = self[name] else { throw .malformed("\(name) is not an array") }
        return values
    }

    /// The arrays under a name, each of a length in a range; none if there is no such field.
    ///
    /// A single one may be there without the array around it.
    func lists(_ name: String, _ lengths: ClosedRange<Int>) throws(WireError) -> [[WireValue]] {
        if self[name] == nil { return [] }
        var lists: [[WireValue]] = []
        var list = try list(name)
        if let first = list.first {
            if case .array = first {} else { list = [.array(list)] }
        }
        for value in list {
            guard case .array(let values) = value, lengths.contains(values.count) else {
                throw .malformed("an element of \(name) is not an array of the right length")
            }
            lists.append(values)
        }
        return lists
    }
}
