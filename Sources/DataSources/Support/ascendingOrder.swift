/// The indices of numbers in ascending order of the numbers; `nil` if they are so sparse that sorting them is faster.
///
/// Numbers that occur twice also give `nil`: a set of positions has none.
///
/// - Complexity: O(*n*): the numbers are entered into a table of at most eight entries per number.
func ascendingOrder(of numbers: [Int]) -> [Int32]? {
    guard var lowest = numbers.first, var highest = numbers.first, numbers.count < Int32.max else { return nil }
    for number in numbers {
        lowest = min(lowest, number)
        highest = max(highest, number)
    }
    let (width, isOverflow) = highest.subtractingReportingOverflow(lowest)
    if isOverflow || width / 8 > numbers.count { return nil }
    var entries = [Int32](repeating: -1, count: width + 1)
    for (index, number) in numbers.enumerated() {
        if entries[number - lowest] >= 0 { return nil }
        entries[number - lowest] = Int32(truncatingIfNeeded: index)
    }
    var order: [Int32] = []
    order.reserveCapacity(numbers.count)
    for entry in entries where entry >= 0 { order.append(entry) }
    return order
}
