/// Follows the source of the newest value; see ``DerivableSource/switchToLatest(fileID:line:_:)``.
@usableFromInline
struct SwitchOperator<Value: Equatable & Sendable, Output: SnapshotProtocol>: ItemSourcesOperator {
    private let find: @Sendable (Value) -> (any DerivableSource<Output>)?
    /// The slot of the followed source; `nil` without one.
    private var slot: Int?
    private var shown = Output()

    @usableFromInline
    init(_ find: @escaping @Sendable (Value) -> (any DerivableSource<Output>)?) {
        self.find = find
    }

    @usableFromInline
    mutating func follow(_ update: Update<ValueSnapshot<Value>>, _ choice: inout SourceChoice) {
        let source = update.after.value.flatMap { find($0)?.upstream }
        if let source, let slot, choice.isSame(source, in: slot) { return }
        if let slot { choice.remove(slot) }
        slot = source.map { choice.add($0) }
        if slot == nil { shown = Output() }
    }

    @usableFromInline
    mutating func show(_ updates: [ItemSourceUpdate]) -> Output {
        for update in updates where update.slot == slot { shown = update.snapshot() }
        return shown
    }
}
