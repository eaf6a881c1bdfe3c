/// Ids in the order of their first occurrence, each once.
@usableFromInline
struct UniqueIDs<ID: Hashable> {
    @usableFromInline var ids: [ID] = []
    @usableFromInline var known: Set<ReflexiveKey<ID>> = []

    @inlinable
    init() {}

    /// Adds an id that an edit would duplicate: not specialized, as an edit then fails.
    @usableFromInline @inline(never)
    mutating func noteDuplicate(_ id: ID) { note(id) }

    @inlinable
    mutating func note(_ id: ID) {
        if known.count >= known.capacity { makeRoom() }
        if known.insert(ReflexiveKey(id)).inserted { ids.append(id) }
    }

    /// Rebuilds the set with more room: a set that grows by itself traps in debug builds if `==` is inconsistent.
    @inlinable @inline(never)
    mutating func makeRoom() {
        var roomier = Set<ReflexiveKey<ID>>(minimumCapacity: known.count * 2 + 16)
        for id in known { roomier.insert(id) }
        known = roomier
    }
}
