/// The numbers below `count`, sorted stably by a predicate on them.
///
/// Each `sort(by:)` is a sorting algorithm of its own in the client; this one is compiled once. It calls the predicate
/// by its address, which costs little beside a comparison that reads the items.
///
/// - Complexity: O(*n* log *n*) calls.
@usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
func sortedPlaces(_ count: Int, by areInIncreasingOrder: (Int, Int) -> Bool) -> [Int] {
    var places = Array(0..<count)
    if count > 1 { places.sort(by: areInIncreasingOrder) }
    return places
}
