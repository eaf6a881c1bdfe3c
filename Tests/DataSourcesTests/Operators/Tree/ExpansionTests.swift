import DataSources
import Testing

struct ExpansionTests {
    @Test(arguments: [Expansion<Int>(), .all, Expansion([1, 2]), .all(except: [1, 2])])
    func `what is expanded is contained, what is collapsed is not`(start: Expansion<Int>) {
        for id in 0..<3 {
            var expansion = start
            #expect(expansion.expand(id) == !start.contains(id))
            #expect(expansion.contains(id) && !expansion.expand(id))
            #expect(expansion.collapse(id) && !expansion.contains(id) && !expansion.collapse(id))
            expansion.toggle(id)
            #expect(expansion.contains(id))
            expansion.toggle(id)
            #expect(!expansion.contains(id))
            #expect((0..<3).allSatisfy { $0 == id || expansion.contains($0) == start.contains($0) })
        }
    }

    @Test func `what differs is known by the ids that are named`() {
        #expect(Expansion([1, 2]).difference(from: Expansion([2, 3]))?.sorted() == [1, 3])
        #expect(Expansion.all(except: [1, 2]).difference(from: .all)?.sorted() == [1, 2])
        #expect(Expansion([1]).difference(from: .all) == nil)
        #expect(Expansion([1]) != .all(except: [1]) && Expansion([2, 1]) == Expansion([1, 2]))
        #expect("\(Expansion([2, 1])) \(Expansion.all(except: [1]))" == "[1, 2] all but [1]")
    }
}
