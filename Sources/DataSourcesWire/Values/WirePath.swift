/// Where a value is in another one: becomes an array of keys only if a type or an error asks for it.
indirect enum WirePath {
    case root
    case field(any CodingKey, in: WirePath)
    case element(Int, in: WirePath)

    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var path = self
        while true {
            switch path {
            case .root: return keys.reversed()
            case .field(let key, let outer):
                keys.append(key)
                path = outer
            case .element(let index, let outer):
                keys.append(IndexKey(intValue: index))
                path = outer
            }
        }
    }
}

/// A key that is the position of an element, or a name.
struct IndexKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(intValue: Int) {
        self.intValue = intValue
        stringValue = "\(intValue)"
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }
}
