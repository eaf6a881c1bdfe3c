/// Objects by id that are made when they are asked for, and kept as long as anyone may watch them.
///
/// An object that somebody else holds stays. Others stay until about twice `limit` newer ones have been used; then the
/// cache lets them go, and tells those who may still watch one to ask again. So a screen's objects stay, and a million
/// items that are scrolled past leave no million objects.
struct ObjectCache<ID: Hashable, Object: AnyObject> {
    private var recent: [ID: Object] = [:]
    private var older: [ID: Object] = [:]
    private let limit: Int

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// The number of objects.
    var count: Int { recent.count + older.count }

    /// All objects.
    var objects: [Object] { Array(recent.values) + Array(older.values) }

    /// The object with an id, without using it.
    func peek(_ id: ID) -> Object? { recent[id] ?? older[id] }

    /// The object with an id, used.
    mutating func find(_ id: ID) -> Object? {
        if let object = recent[id] { return object }
        guard let object = older.removeValue(forKey: id) else { return nil }
        recent[id] = object
        return object
    }

    /// Adds an object; returns those that have to go.
    mutating func insert(_ object: Object, for id: ID) -> [Object] {
        var released: [Object] = []
        if recent.count >= limit {
            var held: [ID: Object] = [:]
            for id in Array(older.keys) {
                guard var old = older.removeValue(forKey: id) else { continue }
                if isKnownUniquelyReferenced(&old) { released.append(old) } else { held[id] = old }
            }
            older = held.merging(recent) { _, new in new }
            recent.removeAll(keepingCapacity: true)
        }
        recent[id] = object
        return released
    }

    mutating func remove(_ id: ID) {
        recent[id] = nil
        older[id] = nil
    }
}
