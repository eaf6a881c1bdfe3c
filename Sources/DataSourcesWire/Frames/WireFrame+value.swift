import DataSources

/// The frames as trees of values: what JSON and all other `Codable` formats carry.
///
/// | Frame | Form |
/// |---|---|
/// | hello | `{"hello": 1, "epoch": "…", "kind": "list", "v": 41}` |
/// | reset | `{"reset": "first"}` |
/// | part | `{"v": 42, "at": 0, "n": 3, "part": [item, …], "last": true}` |
/// | changes | `{"v": [41, 42, 3], "rm": …, "mv": …, "in": …, "up": …}` |
/// | heartbeat | `{"beat": 42}` |
/// | end | `{"end": "finished", "v": 42}` |
///
/// Parts of sections also have `"s"`, the number of sections; changes have it as the fourth number of `"v"`, and changes of
/// sections under `"sec"`.
extension WireFrame {
    /// The frame as a value.
    public var value: WireValue {
        switch self {
        case .hello(let hello): .object(hello.object)
        case .reset(let reason): .object(["reset": .string(reason.rawValue)])
        case .part(let part): .object(part.object)
        case .changes(let changes): .object(changes.object)
        case .heartbeat(let version): .object(["beat": WireValue(version)])
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
            self = .heartbeat(version: try version.unsigned("beat"))
        } else if object["part"] != nil {
            self = .part(try WirePart(object, limits))
        } else if object["v"] != nil {
            self = .changes(try WireChanges(object, limits))
        } else {
            throw .malformed("a frame has none of the fields hello, reset, part, v, beat and end")
        }
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
        guard format <= Self.currentFormat, format > 0 else {
            throw WireError(.unsupportedVersion, "format \(format) is not one of 1 to \(Self.currentFormat)")
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
        switch kind {
        case .list: groups.append(Group(header: nil, items: values))
        case .sections:
            for value in values {
                guard case .array(let parts) = value, let last = parts.last, case .array(let items) = last,
                    parts.count <= 2
                else { throw .malformed("a group of a part is not [header, [items]] or [[items]]") }
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
        var numbers = [WireValue(base), WireValue(version), WireValue(itemCount)]
        if kind == .sections { numbers.append(WireValue(sectionCount)) }
        var object: WireObject = ["v": .array(numbers)]
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
        let numbers = try object.list("v")
        guard numbers.count == 3 || numbers.count == 4 else {
            throw .malformed("v of changes is not [before, after, items] or [before, after, items, sections]")
        }
        let kind: WireKind = numbers.count == 3 ? .list : .sections
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
            kind: kind, base: try numbers[0].unsigned("v"), version: try numbers[1].unsigned("v"),
            itemCount: try numbers[2].count("v", atMost: limits.items),
            sectionCount: kind == .list ? 0 : try numbers[3].count("v", atMost: limits.items),
            sections: sections, items: items
        )
        if count > limits.items { throw WireError(.tooLarge, "a frame changes more than \(limits.items) positions") }
    }
}

extension WireEdits {
    /// Adds the fields of these changes; `numbers` writes a position.
    func write(to object: inout WireObject, _ numbers: (P) -> [WireValue]) {
        func count(_ count: Int) -> [WireValue] { count == 1 ? [] : [WireValue(count)] }
        if !removals.isEmpty {
            object["rm"] = .array(removals.map { .array(numbers($0.first) + count($0.count)) })
        }
        if !moves.isEmpty {
            object["mv"] = .array(moves.map { .array(numbers($0.from) + numbers($0.to) + count($0.count)) })
        }
        if !insertions.isEmpty {
            object["in"] = .array(insertions.map { .array(numbers($0.first) + [.array($0.values)]) })
        }
        if !updates.isEmpty {
            object["up"] = .array(
                updates.map { update in
                    switch update.patch {
                    case .fields(let set, let removed):
                        let names: [WireValue] = removed.isEmpty ? [] : [.array(removed.map { .string($0) })]
                        return .array(numbers(update.position) + [.object(set)] + names)
                    case .whole(let value): return .array(numbers(update.position) + [.null, value])
                    }
                })
        }
    }

    /// Reads the fields of changes whose positions are `length` numbers.
    init(
        _ object: WireObject, _ limits: WireLimits, length: Int, _ position: ([Int]) -> P
    ) throws(WireError) {
        self.init()
        func numbers(_ values: ArraySlice<WireValue>, _ name: String) throws(WireError) -> [Int] {
            var numbers: [Int] = []
            for value in values { numbers.append(try value.count(name, atMost: limits.items)) }
            return numbers
        }
        func count(_ numbers: [Int], at index: Int, _ name: String) throws(WireError) -> Int {
            guard numbers.count > index else { return 1 }
            guard numbers[index] > 0 else { throw .malformed("a run of \(name) is empty") }
            return numbers[index]
        }
        for run in try object.lists("rm", length...length + 1) {
            let values = try numbers(run[...], "rm")
            removals.append(Run(first: position(values), count: try count(values, at: length, "rm")))
        }
        for run in try object.lists("mv", 2 * length...2 * length + 1) {
            let values = try numbers(run[...], "mv")
            moves.append(
                Move(
                    from: position(values), to: position(Array(values[length...])),
                    count: try count(values, at: 2 * length, "mv")))
        }
        for run in try object.lists("in", length + 1...length + 1) {
            guard case .array(let values) = run[length], !values.isEmpty else {
                throw .malformed("an insertion has no items")
            }
            insertions.append(Insertion(first: position(try numbers(run[..<length], "in")), values: values))
        }
        for update in try object.lists("up", length + 1...length + 2) {
            updates.append(
                Replacement(
                    position: position(try numbers(update[..<length], "up")),
                    patch: try Self.patch(Array(update[length...]))))
        }
    }

    private static func patch(_ values: [WireValue]) throws(WireError) -> WirePatch {
        switch (values[0], values.dropFirst().first) {
        case (.null, let value?): return .whole(value)
        case (.object(let set), nil): return .fields(set, removed: [])
        case (.object(let set), .array(let names)?):
            var removed: [String] = []
            for name in names {
                guard case .string(let name) = name else { throw .malformed("a removed field has no name") }
                removed.append(name)
            }
            return .fields(set, removed: removed)
        default: throw .malformed("an update is neither [fields], [fields, [names]] nor [null, item]")
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
    func lists(_ name: String, _ lengths: ClosedRange<Int>) throws(WireError) -> [[WireValue]] {
        if self[name] == nil { return [] }
        var lists: [[WireValue]] = []
        for value in try list(name) {
            guard case .array(let values) = value, lengths.contains(values.count) else {
                throw .malformed("an element of \(name) is not an array of the right length")
            }
            lists.append(values)
        }
        return lists
    }
}
