import Counting
import DataSources

/// Allocations and bytes of one operation, and the bytes that it leaves behind.
enum AllocationGates {
    /// What the names of operations contain of which it matters what they leave behind.
    private static let holds = ["that does not ask", "that do not ask", "that waits"]

    static func count(into counts: inout Counts) {
        guard counts_allocations() else {
            for kind in [Count.Kind.allocations, .bytes, .held] {
                counts.skip(kind, because: "this C library's malloc cannot be replaced")
            }
            return
        }
        // The first time, the runtime makes room for the metadata of generic types, in slabs of 16 KiB. Which operation
        // that falls to depends on the order of everything in the program, so it is not counted.
        Operations.run { _, _ in _ = counting_take() }
        var uncounted = Counts()
        MemoryGates.count(into: &uncounted)
        _ = counting_take()
        Operations.run { name, meter in
            let counted = counting_take()
            let operations = Double(meter.operations)
            counts.add(.allocations, name, Double(counted.allocations) / operations)
            counts.add(.bytes, name, Double(counted.bytes) / operations)
            if holds.contains(where: name.contains) {
                counts.add(.held, name, Double(counted.live) / operations)
            }
        }
        MemoryGates.count(into: &counts)
    }
}
