import DataSources
import DataSourcesWire
import TestKit

/// A log: the frames of one writer after another, each beginning with a hello.
struct LogOfWriters: Sendable {
    /// A frame, and what a replica has after it.
    struct Moment: Sendable {
        let frame: WireFrame
        let position: FeedPosition?
        let state: List
    }

    var random: Random
    var epoch: UInt64 = 1
    var number: UInt64 = 1
    var state = List()
    /// What a reader has of it.
    var (position, shown): (FeedPosition?, List) = (nil, List())
    private(set) var moments: [Moment] = []
    private let changesEpochs: Bool

    /// Creates a log with a few writers.
    init(seed: UInt64, changesEpochs: Bool = true) throws {
        random = Random(seed: seed)
        self.changesEpochs = changesEpochs
        state = random.list(ids: 20)
        try appendWhole()
        for _ in 0..<12 { try goOn() }
        // Nothing is left open at the end, and the last state differs from the one before.
        try appendStep { try $0.append(Card(1_000)) }
    }

    /// The states by their positions.
    var states: [FeedPosition: List] {
        Dictionary(
            moments.compactMap { moment in moment.position.map { ($0, moment.state) } }, uniquingKeysWith: { $1 })
    }

    private mutating func append(_ frame: WireFrame) {
        moments.append(Moment(frame: frame, position: position, state: shown))
    }

    /// A hello, a reset and parts; of the whole state, or only the first frames.
    private mutating func appendWhole(interrupted: Bool = false) throws {
        var frames: [WireFrame] = [.hello(WireHello(epoch: epoch, kind: .list, version: nil)), .reset(.first)]
        frames += try state.parts(version: number, limit: 1 + random.below(8))
        if interrupted { frames.removeLast(1 + random.below(frames.count - 1)) }
        for (index, frame) in frames.enumerated() {
            if index == frames.count - 1, !interrupted {
                (position, shown) = (FeedPosition(epoch: epoch, number: number), state)
            }
            append(frame)
            // They can come at any time.
            if random.below(8) == 0 { append(.shapes([["id", "title"]])) }
        }
    }

    /// A step to another state, or to an equal one.
    private mutating func appendStep(_ edit: ((inout ListDraft<Card>) throws -> Void)? = nil) throws {
        var next = try ListDraft<Card>(state)
        if let edit { try edit(&next) } else if random.below(6) > 0 { random.edit(&next) }
        let version = number + 1 + UInt64(random.below(3))
        let changes =
            try Update(from: state, to: next.snapshot).map {
                try List.wireChanges(of: $0, base: number, version: version)
            }
            ?? WireChanges(kind: .list, base: number, version: version, itemCount: state.count, items: WireEdits())
        (number, state) = (version, next.snapshot)
        (position, shown) = (FeedPosition(epoch: epoch, number: number), state)
        append(.changes(changes))
    }

    /// The next things in the log.
    private mutating func goOn() throws {
        switch random.below(6) {
        case 0: try appendWhole()
        case 1: try appendWhole(interrupted: true)
        case 2 where changesEpochs:
            // A writer that did not know the last state, and one that died while it wrote its own.
            epoch += 1
            number = 1 + UInt64(random.below(9))
            state = random.list(ids: 20)
            if random.below(3) == 0 { try appendWhole(interrupted: true) }
            try appendWhole()
        default: break
        }
        // Whatever was left open, the next one takes over from the last state that is whole.
        if random.below(3) == 0 || !isFollowing {
            if random.below(2) == 0, let position {
                (epoch, number, state) = (position.epoch, position.number, shown)
                append(.hello(WireHello(epoch: epoch, kind: .list, version: number)))
            } else {
                try appendWhole()
            }
        }
        for _ in 0..<random.below(5) {
            if random.below(4) == 0 { append(.heartbeat(version: number)) } else { try appendStep() }
        }
    }

    /// Whether a reader is not in the middle of a whole state.
    private var isFollowing: Bool {
        let last = moments.last { if case .shapes = $0.frame { false } else { true } }
        switch last?.frame {
        case .hello(let hello): return hello.version != nil
        case .part(let part): return part.isLast
        case .changes, .heartbeat: return true
        default: return false
        }
    }
}

extension ListSnapshot where Item == Card {
    /// The parts of the whole state.
    func parts(version: UInt64, limit: Int = 100) throws -> [WireFrame] {
        var (frames, cursor, isLast) = ([WireFrame](), WireCursor(), false)
        while !isLast {
            let offset = cursor.offset
            let groups = try wireGroups(from: &cursor, limit: limit)
            isLast = cursor.offset >= count
            frames.append(
                .part(
                    WirePart(
                        kind: .list, version: version, offset: offset, itemCount: count, sectionCount: 0,
                        groups: groups, isLast: isLast)))
        }
        return frames
    }

    /// A whole state in a log.
    func whole(epoch: UInt64, version: UInt64) throws -> [WireFrame] {
        [.hello(WireHello(epoch: epoch, kind: .list, version: nil)), .reset(.first)] + (try parts(version: version))
    }
}
