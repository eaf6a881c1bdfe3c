import DataSources

/// A source of one value that has none at first, and can lose it again.
struct MaybeValue<Value: Equatable & Sendable>: PublishingSource {
    let hub = SnapshotHub<ValueSnapshot<Value>>()

    init(_ value: Value? = nil) {
        if let value { set(value) }
    }

    func set(_ value: Value?) {
        hub.publish(value.map { ValueSnapshot($0) } ?? ValueSnapshot())
    }
}
