extension WirePart {
    /// The error of a part with one item or header that is too large for a frame; `nil` if the part can be divided.
    func tooLarge(_ bytes: Int, limit: Int) -> WireError? {
        let values = groups.reduce(0) { $0 + $1.items.count + ($1.header == nil ? 0 : 1) }
        guard values <= 1, let group = groups.first else { return nil }
        var name = "the \(group.header == nil ? "item" : "header") at item \(offset)"
        if case .object(let object)? = group.header ?? group.items.first, let id = object["id"] {
            var writer = JSONWriter()
            writer.write(id)
            name += ", with the id \(String(decoding: writer.bytes.prefix(64), as: UTF8.self)),"
        }
        return WireError(.tooLarge, "\(name) makes a frame of \(bytes) bytes, which exceeds \(limit)")
    }
}
