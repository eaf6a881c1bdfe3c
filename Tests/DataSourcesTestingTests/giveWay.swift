/// Lets somebody else go first: the caller goes on when an empty child task has run, two jobs later at the earliest.
///
/// Somebody can run all the while, so no time passes, and nobody has settled; who goes on first is the seed's choice.
func giveWay() async {
    await withDiscardingTaskGroup { $0.addTask {} }
}
