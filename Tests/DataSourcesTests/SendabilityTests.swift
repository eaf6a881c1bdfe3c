import DataSources
import DataSourcesTesting
import Testing

/// Every public type can be handed from task to task.
struct SendabilityTests {
    private func requireSendable<T: Sendable & ~Copyable>(_: T.Type) {}

    @Test func `snapshots, drafts and what they are made of`() {
        requireSendable(ListSnapshot<Row>.self)
        requireSendable(ListSnapshot<Row>.Index.self)
        requireSendable(ListSnapshot<Row>.Iterator.self)
        requireSendable(SectionedSnapshot<Row, Row>.self)
        requireSendable(SectionedSnapshot<Row, Row>.Index.self)
        requireSendable(SectionedSnapshot<Row, Row>.Iterator.self)
        requireSendable(SectionedSnapshot<Row, Row>.Items.self)
        requireSendable(ItemSection<Row, Row>.self)
        requireSendable(ItemPath.self)
        requireSendable(Version.self)
        requireSendable(TextID.self)
        requireSendable(ListDraft<Row>.self)
        requireSendable(SectionedDraft<Row, Row>.self)
    }

    @Test func `differences, updates and edits`() {
        requireSendable(ListChanges.self)
        requireSendable(SectionedChanges.self)
        requireSendable(PositionSet<ItemPath>.self)
        requireSendable(PositionPairs<Int>.self)
        requireSendable(Update<ListSnapshot<Row>>.self)
        requireSendable(Update<SectionedSnapshot<Row, Row>>.self)
        requireSendable(ListEdit<Row>.self)
        requireSendable(SectionedEdit<Row, Row>.self)
        requireSendable(ListStep<Row>.self)
        requireSendable(SectionedStep<Row, Row>.self)
        requireSendable(IDCollection<ListSnapshot<Row>>.self)
    }

    @Test func `keys, orders and summaries`() {
        requireSendable(CompoundKey<Int, String, Double>.self)
        requireSendable(NilOrder.self)
        requireSendable(ItemOrder<Row>.self)
        requireSendable(GroupOrder<Int?>.self)
        requireSendable(VarianceKind.self)
        requireSendable(ExactVariance.self)
        requireSendable(CombinedSummary<Int, ExactSum>.self)
        requireSendable(Aggregation<Row, CombinedSummary<Int, ExactSum>, Int>.self)
    }

    @Test func errors() {
        requireSendable(EditError.self)
        requireSendable(EditError.Code.self)
        requireSendable(AnyID.self)
        requireSendable(UpdateError.self)
        requireSendable(UpdateError.Code.self)
    }

    @Test func `sources, hubs and subscriptions`() {
        requireSendable(ListSource<Row>.self)
        requireSendable(SectionedSource<Row, Row>.self)
        requireSendable(SnapshotHub<ListSnapshot<Row>>.self)
        requireSendable(SnapshotSubscription<ListSnapshot<Row>>.self)
        requireSendable(SnapshotSubscription<ListSnapshot<Row>>.AsyncIterator.self)
        requireSendable(AsyncStream<Update<ListSnapshot<Row>>>.self)
        requireSendable(ThrottledSource<ListSource<Row>, ContinuousClock>.self)
        requireSendable((any DataSource<ListSnapshot<Row>>).self)
        requireSendable((any PublishingSource<ListSnapshot<Row>>).self)
    }

    @Test func `what tests are given`() {
        requireSendable(SeededExecutor.self)
        requireSendable(SeededExecutor.Deadlock.self)
        requireSendable(SeededGenerator.self)
        requireSendable(ManualClock.self)
        requireSendable(ManualClock.Instant.self)
        requireSendable(VirtualClock.self)
    }
}
