import DataSourcesTesting
import Testing

struct `Timers of a manual clock` {
    typealias Timers = ManualClock.Timers

    @Test func `sleepers wake by deadline, then by arrival`() {
        var timers = Timers()
        for seconds in [3, 1, 3, 2, 1] {
            let waiter = timers.waiterAnnounced()
            #expect(timers.waiterArrived(waiter, until: .time(at(seconds)), isCancelled: false).isEmpty)
        }
        #expect(timers.timePassed(to: at(2)) == [met(1), met(4), met(3)])
        #expect(timers.timePassed(to: at(3)) == [met(0), met(2)])
        #expect(timers.timePassed(to: at(9)).isEmpty)
    }

    @Test func `time does not go back`() {
        var timers = Timers()
        _ = timers.timePassed(to: at(5))
        _ = timers.timePassed(to: at(4))
        #expect(timers.now == at(5))
    }

    @Test func `a sleeper whose time has come does not wait, unless it has to queue`() {
        for wakesOnArrival in [true, false] {
            var timers = Timers(wakesDueSleepersOnArrival: wakesOnArrival)
            _ = timers.timePassed(to: at(5))
            let waiter = timers.waiterAnnounced()
            let wakeups = timers.waiterArrived(waiter, until: .time(at(1)), isCancelled: false)
            #expect(wakeups == (wakesOnArrival ? [met(waiter)] : []))
            #expect(timers.timePassedToFirstSleeper() == (wakesOnArrival ? [] : [met(waiter)]))
            #expect(timers.now == at(5))
        }
    }

    @Test func `only the first in line wakes when time passes to it`() {
        var timers = Timers(wakesDueSleepersOnArrival: false)
        for _ in 0..<2 {
            _ = timers.waiterArrived(timers.waiterAnnounced(), until: .time(at(7)), isCancelled: false)
        }
        #expect(timers.timePassedToFirstSleeper() == [met(0)])
        #expect(timers.now == at(7))
        #expect(timers.timePassedToFirstSleeper() == [met(1)])
        #expect(timers.timePassedToFirstSleeper().isEmpty)
    }

    @Test func `a deadline in the past queues behind those that are due`() {
        var timers = Timers(wakesDueSleepersOnArrival: false)
        _ = timers.timePassed(to: at(5))
        for seconds in [5, 1, 6] {
            _ = timers.waiterArrived(timers.waiterAnnounced(), until: .time(at(seconds)), isCancelled: false)
        }
        #expect(timers.brokenInvariant == nil)
        #expect((0..<3).flatMap { _ in timers.timePassedToFirstSleeper() } == [met(0), met(1), met(2)])
    }

    @Test func `a waiter that is cancelled before it arrives does not wait`() {
        var timers = Timers()
        let waiter = timers.waiterAnnounced()
        #expect(timers.waiterCancelled(waiter).isEmpty)
        #expect(timers.waiterArrived(waiter, until: .time(at(1)), isCancelled: true) == [cancelled(waiter)])
        #expect(timers.sleepers.isEmpty)
    }

    @Test func `watchers wake when enough tasks sleep`() {
        var timers = Timers()
        let (two, one) = (timers.waiterAnnounced(), timers.waiterAnnounced())
        #expect(timers.waiterArrived(two, until: .sleepers(2), isCancelled: false).isEmpty)
        #expect(timers.waiterArrived(one, until: .sleepers(1), isCancelled: false).isEmpty)
        #expect(timers.waiterArrived(timers.waiterAnnounced(), until: .time(at(1)), isCancelled: false) == [met(one)])
        #expect(timers.waiterArrived(timers.waiterAnnounced(), until: .time(at(1)), isCancelled: false) == [met(two)])
        #expect(timers.watchers.isEmpty)
    }

    @Test(arguments: someSeeds) func `any inputs wake whom a plain list would wake`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var timers = Timers(wakesDueSleepersOnArrival: seed % 2 == 0)
        var asleep: [(waiter: Int, deadline: Int)] = []
        var now = 0
        for _ in 0..<300 {
            switch generator.next(below: 4) {
            case 0, 1:
                let (waiter, deadline) = (timers.waiterAnnounced(), now + 1 + generator.next(below: 9))
                asleep.append((waiter, deadline))
                #expect(timers.waiterArrived(waiter, until: .time(at(deadline)), isCancelled: false).isEmpty)
            case 2:
                let waiter = generator.next(below: timers.nextWaiter + 1)
                let expected = asleep.contains { $0.waiter == waiter } ? [cancelled(waiter)] : []
                asleep.removeAll { $0.waiter == waiter }
                #expect(timers.waiterCancelled(waiter) == expected)
            default:
                now += generator.next(below: 4)
                let due = (0...now).flatMap { time in asleep.filter { $0.deadline == time } }
                asleep.removeAll { $0.deadline <= now }
                #expect(timers.timePassed(to: at(now)) == due.map { met($0.waiter) })
            }
            #expect(timers.brokenInvariant == nil)
            #expect(timers.sleepers.count == asleep.count)
        }
    }

    private func at(_ seconds: Int) -> ManualClock.Instant {
        .start.advanced(by: .seconds(seconds))
    }

    private func met(_ waiter: Timers.Waiter) -> Timers.Wakeup {
        Timers.Wakeup(waiter: waiter, reason: .conditionMet)
    }

    private func cancelled(_ waiter: Timers.Waiter) -> Timers.Wakeup {
        Timers.Wakeup(waiter: waiter, reason: .cancelled)
    }
}
