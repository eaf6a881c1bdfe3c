import DataSourcesWire
import Testing

@testable import BoardKit

@Suite struct StreamGroupMachineTests {
    private typealias Machine = StreamGroupMachine<Int>

    private static func at(_ number: UInt64, epoch: UInt64 = 1) -> FeedPosition {
        FeedPosition(epoch: epoch, number: number)
    }

    @Test func `The first stream gives the group its state, and others join there or wait ahead of it`() {
        var machine = Machine()
        #expect(machine.streamCame(1, 1, at: Self.at(5)) == .first)
        #expect(machine.position == Self.at(5))
        #expect(machine.streamCame(2, 2, at: Self.at(5)) == .joined)
        #expect(machine.streamCame(3, 3, at: Self.at(6)) == .joined)
        #expect(machine.streamCame(4, 4, at: Self.at(4)) == .refused)
        #expect(machine.streamCame(5, 5, at: Self.at(6, epoch: 2)) == .refused)
        #expect(machine.count == 3)
        machine.stepCame(to: Self.at(6))
        let turn = machine.turn(of: 10) { _ in true }
        #expect(turn.sent == [1, 2])
        #expect(turn.gone.isEmpty)
        #expect(turn.isLast)
        #expect(machine.position == Self.at(6))
        // The one that was ahead is where the others are.
        machine.heartbeatCame()
        #expect(machine.turn(of: 10) { _ in true }.sent == [1, 2, 3])
    }

    @Test func `A stream that is not ready, or at a state that is skipped, goes on alone from where it is`() {
        var machine = Machine()
        _ = machine.streamCame(1, 1, at: Self.at(1))
        _ = machine.streamCame(2, 2, at: Self.at(1))
        _ = machine.streamCame(3, 3, at: Self.at(2))
        machine.stepCame(to: Self.at(4))
        let turn = machine.turn(of: 10) { $0 != 2 }
        #expect(turn.sent == [1])
        #expect(turn.gone.map(\.stream) == [2, 3])
        #expect(turn.gone.map(\.position) == [Self.at(1), Self.at(2)])
        #expect(machine.count == 1)
    }

    @Test func `A group that is dissolved begins anew with the next stream`() {
        var machine = Machine()
        _ = machine.streamCame(1, 1, at: Self.at(3))
        machine.stepCame(to: Self.at(4))
        let gone = machine.dissolved()
        #expect(gone.map(\.stream) == [1])
        #expect(machine.position == nil)
        #expect(machine.streamCame(1, 2, at: Self.at(1)) == .first)
        #expect(machine.streamLeft(2)?.position == Self.at(1))
        #expect(machine.streamLeft(2) == nil)
    }

    /// Streams come and go between the turns of frames; each is told every state from where it came, once.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `Streams are sent each step from where they are, without gaps and repeats`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        func number(below limit: UInt64) -> UInt64 { UInt64.random(in: 0..<limit, using: &random) }
        var machine = Machine()
        /// Where each stream is that is in the group, by what it was sent.
        var positions: [Int: UInt64] = [:]
        var made = 0
        var version: UInt64 = 10
        func gone(_ streams: [(stream: Int, position: FeedPosition)]) {
            for (stream, position) in streams { #expect(positions.removeValue(forKey: stream) == position.number) }
        }
        func comeOrGo() {
            if number(below: 3) == 0, let id = positions.keys.sorted().randomElement(using: &random) {
                #expect(machine.streamLeft(id)?.position.number == positions.removeValue(forKey: id))
            } else {
                made += 1
                let position = version + number(below: 4) - 1
                let admission = machine.streamCame(made, made, at: Self.at(position))
                if admission != .refused { positions[made] = position }
                if admission == .first { version = position }
                #expect((admission == .refused) == (position < version))
            }
        }
        for _ in 0..<60 {
            for _ in 0..<number(below: 4) { comeOrGo() }
            guard machine.position != nil else { continue }
            #expect(machine.position?.number == version)
            if number(below: 12) == 0 {
                gone(machine.dissolved())
                #expect(positions.isEmpty)
                continue
            }
            let isStep = number(below: 4) > 0
            let new = version + 1 + number(below: 3)
            if isStep { machine.stepCame(to: Self.at(new)) } else { machine.heartbeatCame() }
            var isLast = false
            var sent: Set<Int> = []
            while !isLast {
                let turn = machine.turn(of: 3) { stream in stream % 7 != 0 }
                for stream in turn.sent {
                    #expect(positions[stream] == version, "a frame from \(version) to \(new)")
                    #expect(sent.insert(stream).inserted)
                    if isStep { positions[stream] = new }
                }
                for (stream, position) in turn.gone {
                    #expect(position.number != version || stream % 7 == 0)
                    #expect(isStep || position.number == version)
                }
                gone(turn.gone)
                isLast = turn.isLast
                if !isLast, number(below: 2) == 0 { comeOrGo() }
            }
            if isStep { version = new }
            #expect(machine.count == positions.count)
            #expect(positions.values.allSatisfy { $0 >= version })
        }
    }
}
