import DataSources

/// How an item's content changes: only the fields that differ, or the whole item where that is shorter.
public enum WirePatch: Hashable, Sendable {
    /// Fields to set, and names of fields to remove.
    case fields(WireObject, removed: [String])
    /// The whole new content.
    case whole(WireValue)

    /// The shorter form of the change from one content to another.
    ///
    /// - Complexity: O(*size*) of both.
    public init(from old: WireValue, to new: WireValue) {
        guard case .object(let before) = old, case .object(let after) = new else {
            self = .whole(new)
            return
        }
        var set = WireObject()
        for field in after.fields where before[field.name] != field.value { set[field.name] = field.value }
        let removed = before.fields.lazy.map(\.name).filter { after[$0] == nil }
        let patch = WirePatch.fields(set, removed: Array(removed))
        self = patch.estimatedSize < new.estimatedSize ? patch : .whole(new)
    }

    /// The content after the change.
    ///
    /// - Throws: ``WireError`` if fields change in a content that has none.
    public func applied(to old: WireValue) throws(WireError) -> WireValue {
        switch self {
        case .whole(let new): return new
        case .fields(let set, let removed):
            guard case .object(var object) = old else {
                throw WireError(.inconsistent, "fields of an item change, and the item has none")
            }
            // Rebuilt at once: removing names one by one takes time for each.
            if !removed.isEmpty {
                let names = Set(removed.map { TextID($0) })
                object = WireObject(
                    object.fields.lazy.filter { !names.contains(TextID($0.name)) }.map { ($0.name, $0.value) })
            }
            for field in set.fields { object[field.name] = field.value }
            return .object(object)
        }
    }

    private var estimatedSize: Int {
        switch self {
        case .whole(let value): value.estimatedSize
        case .fields(let set, let removed):
            WireValue.object(set).estimatedSize + removed.reduce(0) { $0 + $1.utf8.count + 3 }
        }
    }
}

extension WirePatch {
    /// Whether both make the same change, byte for byte.
    public static func == (left: WirePatch, right: WirePatch) -> Bool {
        switch (left, right) {
        case (.fields(let left, let leftNames), .fields(let right, let rightNames)):
            left == right && leftNames.elementsEqual(rightNames) { $0.hasBytes(of: $1) }
        case (.whole(let left), .whole(let right)): left == right
        default: false
        }
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .fields(let set, let removed):
            hasher.combine(set)
            for name in removed { hasher.combine(TextID(name)) }
        case .whole(let value): hasher.combine(value)
        }
    }
}
