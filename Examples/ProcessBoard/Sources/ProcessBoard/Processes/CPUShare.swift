/// Whole percents of one core.
///
/// - Parameters:
///   - ticks: Processor time used, in clock ticks.
///   - seconds: The time in which it was used.
///   - ticksPerSecond: Clock ticks in a second.
///   - cores: More than all cores cannot have been used; a very short time would say so.
/// - Returns: 0 for no time at all.
func cpuShare(ticks: UInt64, seconds: Double, ticksPerSecond: Double, cores: Int) -> Int {
    guard seconds > 0, ticksPerSecond > 0 else { return 0 }
    let percent = Double(ticks) / ticksPerSecond / seconds * 100
    return Int(min(percent.rounded(), Double(cores) * 100))
}
