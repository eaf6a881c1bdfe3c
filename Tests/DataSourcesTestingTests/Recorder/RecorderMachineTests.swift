import DataSources
import DataSourcesTesting
import Testing

struct `Recorder machine` {
    private func version(_ number: UInt64, epoch: UInt64 = 7) -> Version { Version(epoch: epoch, number: number) }

    private func arrive(_ machine: inout RecorderMachine, _ goal: RecorderMachine.Goal) -> RecorderMachine.Wakeup? {
        let caller = machine.callerAnnounced()
        return machine.callerArrived(caller, for: goal, isCancelled: false)
    }

    @Test func `the first call pulls, the others wait, and take over in the order in which they came`() {
        var machine = RecorderMachine(seen: version(1))
        #expect(arrive(&machine, .recorded(1)) == .init(0, .pull))
        #expect(arrive(&machine, .recorded(2)) == nil)
        #expect(arrive(&machine, .end) == nil)
        #expect(machine.stepTaken(toUpdate: true, seen: version(2)).isEmpty)
        #expect(machine.pullerLeft() == .init(1, .pull))
        #expect(machine.pullerLeft() == .init(2, .pull))
        #expect(machine.pullerLeft() == nil)
        #expect(arrive(&machine, .recorded(9)) == .init(3, .pull))
    }

    @Test func `a goal that is met already is told so, whoever pulls and whether cancelled or not`() {
        var machine = RecorderMachine(seen: version(5))
        #expect(arrive(&machine, .seen(version(5))) == .init(0, .met))
        #expect(arrive(&machine, .recorded(0)) == .init(1, .met))
        let cancelled = machine.callerAnnounced()
        #expect(machine.callerArrived(cancelled, for: .seen(version(4)), isCancelled: true) == .init(2, .met))
    }

    @Test func `a step that comes to nothing wakes those who wait for its version, and only those`() {
        var machine = RecorderMachine(seen: version(1))
        _ = arrive(&machine, .end)
        for goal in [.recorded(1), .seen(version(2)), .seen(version(4)), .seen(version(2, epoch: 8))]
            as [RecorderMachine.Goal]
        {
            #expect(arrive(&machine, goal) == nil)
        }
        #expect(machine.stepTaken(toUpdate: false, seen: version(3)) == [.init(2, .met)])
        #expect(machine.recorded == 0 && machine.seen == version(3))
        #expect(machine.stepTaken(toUpdate: true, seen: version(4)) == [.init(1, .met), .init(3, .met)])
        #expect(machine.recorded == 1)
    }

    @Test func `the end tells everybody, and those who come later`() {
        var machine = RecorderMachine(seen: nil)
        _ = arrive(&machine, .recorded(1))
        _ = arrive(&machine, .recorded(2))
        _ = arrive(&machine, .end)
        #expect(machine.sequenceEnded(byError: false) == [.init(1, .over), .init(2, .met)])
        #expect(machine.pullerLeft() == nil)
        #expect(arrive(&machine, .recorded(1)) == .init(3, .over))
        #expect(arrive(&machine, .end) == .init(4, .met))
    }

    @Test func `an end by an error is not the end that somebody waits for`() {
        var machine = RecorderMachine(seen: nil)
        _ = arrive(&machine, .recorded(1))
        _ = arrive(&machine, .end)
        #expect(machine.sequenceEnded(byError: true) == [.init(1, .over)])
        #expect(arrive(&machine, .end) == .init(2, .over))
    }

    @Test func `a call that was cancelled waits no more, and does not take over`() {
        var machine = RecorderMachine(seen: nil)
        _ = arrive(&machine, .end)
        _ = arrive(&machine, .recorded(1))
        _ = arrive(&machine, .recorded(1))
        #expect(machine.callerCancelled(1) == .init(1, .cancelled))
        #expect(machine.callerCancelled(1) == nil && machine.callerCancelled(0) == nil)
        #expect(machine.pullerLeft() == .init(2, .pull))
        let late = machine.callerAnnounced()
        #expect(machine.callerArrived(late, for: .end, isCancelled: true) == .init(3, .cancelled))
        #expect(machine.pullerLeft() == nil)
    }

    @Test func `nothing is taken twice, and no more than there is`() {
        var machine = RecorderMachine(seen: nil)
        for _ in 0..<3 { _ = machine.stepTaken(toUpdate: true, seen: nil) }
        machine.updatesTaken(2)
        machine.updatesTaken(1)
        #expect(machine.taken == 2)
        machine.updatesTaken(9)
        #expect(machine.taken == 3)
    }

    @Test(arguments: someSeeds)
    func `whatever happens, one call pulls while any waits, and each is told exactly once`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var machine = RecorderMachine(seen: version(0))
        var waiting: [Int: RecorderMachine.Goal] = [:]
        var puller: (caller: Int, goal: RecorderMachine.Goal)?
        func told(_ wakeup: RecorderMachine.Wakeup?) {
            guard let wakeup else { return }
            guard let goal = waiting.removeValue(forKey: wakeup.caller) else {
                Issue.record("seed \(seed): \(wakeup) for one that does not wait")
                return
            }
            switch wakeup.reply {
            case .met: #expect(machine.isMet(goal), "seed \(seed)")
            case .over: #expect(machine.isOver && !machine.isMet(goal), "seed \(seed)")
            case .cancelled: break
            case .pull:
                #expect(puller == nil, "seed \(seed): two pull")
                puller = (wakeup.caller, goal)
            }
        }
        for _ in 0..<300 {
            switch random.next(below: 5) {
            case 0, 1:
                let goals: [RecorderMachine.Goal] = [
                    .recorded(machine.recorded + random.next(below: 4)),
                    .seen(version((machine.seen?.number ?? 0) + UInt64(random.next(below: 4)))), .end,
                ]
                let goal = goals[random.next(below: 3)]
                let caller = machine.callerAnnounced()
                waiting[caller] = goal
                told(machine.callerArrived(caller, for: goal, isCancelled: random.next(below: 9) == 0))
            case 2:
                if let caller = waiting.keys.min() { told(machine.callerCancelled(caller)) }
            default:
                guard let current = puller else { continue }
                let seen = version((machine.seen?.number ?? 0) + 1)
                for wakeup in machine.stepTaken(toUpdate: random.next(below: 3) > 0, seen: seen) { told(wakeup) }
                if random.next(below: 100) == 0 { for wakeup in machine.sequenceEnded(byError: false) { told(wakeup) } }
                if machine.isMet(current.goal) || machine.isOver || random.next(below: 8) == 0 {
                    puller = nil
                    told(machine.pullerLeft())
                }
            }
            #expect(waiting.isEmpty || puller != nil, "seed \(seed): they wait and nobody pulls")
            #expect(waiting.values.allSatisfy { !machine.isMet($0) }, "seed \(seed): one waits for what is there")
        }
    }
}
