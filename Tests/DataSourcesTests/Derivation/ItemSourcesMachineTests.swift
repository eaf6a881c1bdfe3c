import DataSources
import Testing

struct ItemSourcesMachineTests {
    private final class Commit: Sendable {}

    private typealias Machine = ItemSourcesMachine<String, Commit>

    @Test func `sources have slots beyond the fixed ones, in order, and no slot is used twice`() {
        var machine = Machine(firstSlot: 1)
        #expect(machine.chose(come: ["a", "b"], gone: []).isEmpty)
        #expect(machine[1]?.hub == "a" && machine[2]?.hub == "b" && machine[0] == nil && machine[3] == nil)
        #expect(machine.chose(come: ["c"], gone: [1]).map(\.hub) == ["a"])
        #expect(machine[1] == nil && machine[3]?.hub == "c" && machine.count == 2 && machine.nextSlot == 4)
        #expect(machine.chose(come: [], gone: [1, 2, 3]).map(\.hub) == ["b", "c"])
        #expect(machine.chose(come: ["d"], gone: []).isEmpty)
        #expect(machine[4]?.hub == "d" && machine.count == 1)
    }

    @Test func `every commit but the one shown last is news, and for a new source each one`() {
        var machine = Machine(firstSlot: 1)
        _ = machine.chose(come: ["a", "a"], gone: [])
        let (first, second) = (Commit(), Commit())
        #expect(machine.isNews(first, in: 1) && machine.isNews(first, in: 2) && !machine.isNews(first, in: 3))
        #expect(machine.followed(first, isLast: false, in: 1) == nil)
        #expect(!machine.isNews(first, in: 1) && machine.isNews(first, in: 2) && machine.isNews(second, in: 1))
        #expect(machine.followed(second, isLast: false, in: 1) === first)
        #expect(machine.isNews(first, in: 1) && !machine.isNews(second, in: 1))
        #expect(machine.chose(come: [], gone: [1]).first?.shown === second)
        #expect(!machine.isNews(first, in: 1))
        #expect(machine.followed(first, isLast: true, in: 1) == nil)
    }

    @Test func `sources that have finished, or gone, are not counted`() {
        var machine = Machine(firstSlot: 1)
        let commit = Commit()
        _ = machine.chose(come: ["a", "b", "c"], gone: [])
        #expect(machine.unfinishedCount == 3)
        _ = machine.followed(commit, isLast: true, in: 1)
        _ = machine.followed(commit, isLast: true, in: 1)
        _ = machine.followed(commit, isLast: false, in: 2)
        #expect(machine.unfinishedCount == 2)
        _ = machine.chose(come: [], gone: [1, 2])
        #expect(machine.unfinishedCount == 1)
        _ = machine.followed(commit, isLast: true, in: 2)
        _ = machine.followed(commit, isLast: true, in: 3)
        #expect(machine.unfinishedCount == 0)
        // An earlier cut than the last one followed.
        _ = machine.followed(commit, isLast: false, in: 3)
        #expect(machine.unfinishedCount == 1)
    }

    @Test func `what was chosen has to be shown, once, however often the pass stops in between`() {
        var machine = Machine(firstSlot: 1)
        #expect(!machine.hasChosen)
        _ = machine.chose(come: [], gone: [])
        _ = machine.chose(come: ["a"], gone: [])
        #expect(machine.hasChosen)
        machine.showed()
        #expect(!machine.hasChosen)
    }

    @Test func `ten thousand that come and go leave no memory behind`() {
        var machine = Machine(firstSlot: 1)
        for slot in 1...10_000 {
            _ = machine.chose(come: ["a"], gone: slot > 3 ? [slot - 3] : [])
            #expect(machine.count <= 3)
        }
    }
}
