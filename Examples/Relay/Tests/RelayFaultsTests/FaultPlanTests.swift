@testable import RelayFaults
import Testing

struct FaultPlanTests {
    @Test func `a seed has one plan, and another one has another`() {
        let plans = [1, 1, 2].map { FaultPlan(count: 50, seed: $0).faults.map { "\($0)" } }
        #expect(plans[0] == plans[1] && plans[0] != plans[2])
        #expect(FaultPlan(count: 20, seed: 1).faults.map { "\($0)" } == Array(plans[0].prefix(20)))
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `each kind comes once before one comes again`(seed: UInt64) {
        // All but the full disk.
        let count = FaultPlan.Kind.allCases.count - 1
        let kinds = FaultPlan(count: 3 * count, seed: seed).faults.map(\.kind)
        for start in stride(from: 0, to: kinds.count, by: count) {
            #expect(Set(kinds[start..<start + count]).count == count)
        }
    }

    @Test func `faults begin and end within their bounds`() {
        for fault in FaultPlan(count: 500, seed: 3).faults {
            #expect(fault.gap >= .milliseconds(100) && fault.gap <= .seconds(2))
            #expect(fault.duration >= .milliseconds(fault.kind.duration.lowerBound))
            #expect(fault.duration <= .milliseconds(fault.kind.duration.upperBound))
        }
    }
}
