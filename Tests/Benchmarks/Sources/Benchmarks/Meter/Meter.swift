import Counters
import Foundation

/// Thread CPU time in nanoseconds: what the calling thread has worked, however busy the machine is.
func cpuNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// The CPU nanoseconds that `body` costs the calling thread, less what reading the clock twice costs.
@inline(__always)
func cost(_ body: () -> Void) -> Double {
    let start = cpuNanoseconds()
    body()
    return max(0, Double(cpuNanoseconds() - start) - clockCost)
}

/// What an empty measurement shows: the median of a thousand.
let clockCost: Double = {
    var values: [Double] = []
    for _ in 0..<1_000 {
        let start = cpuNanoseconds()
        values.append(Double(cpuNanoseconds() - start))
    }
    return values.sorted()[500]
}()

/// Keeps results from being optimised away.
@inline(never)
func consume<T>(_ value: T) {
    withExtendedLifetime(value) {}
}

/// The resident size of this process in bytes; 0 where it cannot be read.
func residentBytes() -> Int {
    max(0, Int(counters_resident_bytes()))
}

/// The bytes that malloc has handed out and not been given back; the resident size where malloc does not tell.
func allocatedBytes() -> Int {
    let allocated = Int(counters_allocated_bytes())
    return allocated < 0 ? residentBytes() : allocated
}
