import DataSources

extension WireEdits {
    /// Adds the fields of these changes; `numbers` writes a position.
    func write(to object: inout WireObject, _ numbers: (P) -> [WireValue]) {
        func count(_ count: Int) -> [WireValue] { count == 1 ? [] : [WireValue(count)] }
        func add(_ name: String, _ runs: [[WireValue]]) {
            // A run begins with a number, so a single one needs no array around it.
            if !runs.isEmpty { object[name] = .array(runs.count == 1 ? runs[0] : runs.map { .array($0) }) }
        }
        add("rm", removals.map { numbers($0.first) + count($0.count) })
        add("mv", moves.map { numbers($0.from) + numbers($0.to) + count($0.count) })
        add("in", insertions.map { numbers($0.first) + [Self.value(of: $0.values)] })
        add(
            "up",
            updates.map { update in
                switch update.patch {
                case .fields(let set, let removed):
                    let names: [WireValue] = removed.isEmpty ? [] : [.array(removed.map { .string($0) })]
                    return numbers(update.position) + [.object(set)] + names
                case .whole(let value): return numbers(update.position) + [.null, value]
                }
            })
    }

    /// The values of an insertion: an array, or the only one if it is no array.
    private static func value(of values: [WireValue]) -> WireValue {
        guard values.count == 1 else { return .array(values) }
        if case .array = values[0] { return .array(values) }
        return values[0]
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
            var values = [run[length]]
            if case .array(let several) = run[length] { values = several }
            if values.isEmpty { throw .malformed("an insertion has no items") }
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
