import DataSourcesWire
import Testing

/// Law 17: what a replica shows is the confirmed state and the edits that may still come.
///
/// One command, a source with several lives, and a replica: all orders in which the command is applied, refused and
/// answered, the answer is lost, frames are sent and arrive, the source commits, is restarted and finishes, and the
/// replica connects. After each event the machine is compared with a world that knows everything.
struct CommandQueueLaws {
    /// A message of a stream that has been sent and has not arrived.
    private enum Message {
        case live(FeedPosition)
        case whole(FeedPosition, hasEdit: Bool)
        case changes(FeedPosition, WireCommands, hasEdit: Bool)
        case finished
    }

    private enum Answer {
        case applied(FeedPosition)
        case refused
    }

    /// Where the command is.
    private enum Way {
        case toSource
        case toReplica(Answer)
        case arrived(Answer)
    }

    private enum Event: String, CaseIterable {
        case apply, refuse, answer, loseAnswer, commit, send, arrive, restart, connect, finish, heartbeat
    }

    private struct World {
        var queue = CommandQueue<Int>()
        let number: Int
        // The source.
        var now: FeedPosition
        var hasEdit = false
        var isFinished = false
        /// When the edit was made, in the life in which it was.
        var made: FeedPosition?
        // The stream: up to where the source has sent, in which life, and what is on its way.
        var sent: FeedPosition
        var messages: [Message] = []
        // The replica.
        var confirmed: FeedPosition
        var confirmedHasEdit = false
        var isUnsure = false
        var hasEnded = false
        var way = Way.toSource
        /// How often each event may still happen.
        var left: [Event: Int] = [:]
        var log: [Event] = []

        /// A world in which the replica may know that answers are of the same lives as frames.
        init(isPrimed: Bool, _ left: [Event: Int]) {
            now = FeedPosition(epoch: 1, number: 1)
            (sent, confirmed, self.left) = (now, now, left)
            queue.streamBegan()
            queue.stateConfirmed(now, containing: .unknown)
            if isPrimed {
                let first = queue.commandSent(0, key: "first")
                _ = queue.commandApplied(first, at: now)
            }
            number = queue.commandSent(1, key: "key")
        }

        var isShown: Bool { queue.shown == [1] }

        mutating func happens(_ event: Event) -> Bool {
            guard left[event] ?? 0 > 0 else { return false }
            switch event {
            case .apply:
                guard case .toSource = way else { return false }
                if hasEdit {
                    // The key is known: the answer is that of this life, or the state with which this life began.
                    let start = FeedPosition(epoch: now.epoch, number: 1)
                    way = .toReplica(.applied(made?.epoch == now.epoch ? made! : start))
                } else {
                    if isFinished { return false }
                    now = FeedPosition(epoch: now.epoch, number: now.number + 1)
                    (hasEdit, made) = (true, now)
                    way = .toReplica(.applied(now))
                }
            case .refuse:
                guard case .toSource = way, !hasEdit else { return false }
                way = .toReplica(.refused)
            case .answer:
                guard case .toReplica(let answer) = way else { return false }
                way = .arrived(answer)
                switch answer {
                case .applied(let position): _ = queue.commandApplied(number, at: position)
                case .refused: _ = queue.commandFailed(number)
                }
            case .loseAnswer:
                guard case .toReplica = way else { return false }
                way = .toSource
            case .commit:
                if isFinished { return false }
                now = FeedPosition(epoch: now.epoch, number: now.number + 1)
            case .send:
                guard sent.epoch == now.epoch, sent != now || isFinished else { return false }
                if sent != now {
                    let isNamed = made.map { $0.epoch == now.epoch && $0.number > sent.number } ?? false
                    let names = isNamed ? [WireCommands.hash(of: "key")] : []
                    messages.append(.changes(now, .named(names), hasEdit: hasEdit))
                    sent = now
                }
                if isFinished {
                    messages.append(.finished)
                    sent = FeedPosition(epoch: 0, number: 0)
                }
            case .arrive:
                if messages.isEmpty || hasEnded { return false }
                receive(messages.removeFirst())
            case .restart:
                if isFinished { return false }
                now = FeedPosition(epoch: now.epoch + 1, number: 1)
            case .connect:
                // Once the stream has broken; what was sent on it may still have arrived before, or is lost.
                guard sent.epoch != now.epoch, !hasEnded, sent.epoch != 0 else { return false }
                queue.streamBegan()
                messages = [confirmed == now ? .live(now) : .whole(now, hasEdit: hasEdit)]
                sent = now
            case .finish:
                if isFinished { return false }
                isFinished = true
            case .heartbeat:
                guard sent == now, messages.isEmpty, confirmed == now else { return false }
                _ = queue.streamIsLive()
            }
            left[event]! -= 1
            log.append(event)
            return true
        }

        private mutating func receive(_ message: Message) {
            switch message {
            case .live: _ = queue.streamIsLive()
            case .whole(let position, let hasEdit):
                (confirmed, confirmedHasEdit, isUnsure) = (position, hasEdit, true)
                queue.stateConfirmed(position, containing: .unknown)
            case .changes(let position, let commands, let hasEdit):
                (confirmed, confirmedHasEdit) = (position, hasEdit)
                if commands != .named([]) { isUnsure = false }
                queue.stateConfirmed(position, containing: commands)
            case .finished:
                hasEnded = true
                queue.sourceFinished()
            }
        }

        /// What is wrong now; if `isExact`, also an edit that does not stay until the life that made it is confirmed.
        func fault(isExact: Bool) -> String? {
            if isShown, confirmedHasEdit { return "the edit is shown twice" }
            if isShown, hasEnded { return "the edit is shown after the end" }
            if case .arrived(.refused) = way {
                return isShown || queue.count > 0 ? "the edit stays although it was refused" : nil
            }
            if isShown || confirmedHasEdit || hasEnded { return nil }
            if isUnsure { return nil }
            if case .arrived = way { return isExact ? "the edit vanished: it was made, and will come" : nil }
            return "the edit vanished: it may still come"
        }

        /// Lets everything arrive, and connects if that helps.
        mutating func settle() {
            let helpful: [Event] = [.apply, .answer, .send, .arrive, .connect]
            for event in Event.allCases { left[event] = helpful.contains(event) ? 9 : 0 }
            while happens(.arrive) || happens(.answer) || happens(.connect) || happens(.send) || happens(.apply)
                || isFinished && happensRefused()
            {}
        }

        private mutating func happensRefused() -> Bool {
            left[.refuse] = 1
            return happens(.refuse)
        }
    }

    private struct Search {
        var count = 0
        var faults: Set<String> = []
        let isExact: Bool

        mutating func explore(_ world: World, depth: Int) {
            count += 1
            if let fault = world.fault(isExact: isExact) {
                faults.insert("\(fault): \(world.log.map(\.rawValue))")
                return
            }
            var end = world
            end.settle()
            if end.queue.count > 0 || !end.queue.shown.isEmpty || end.confirmedHasEdit != end.hasEdit {
                let rest = end.log.dropFirst(world.log.count)
                faults.insert("pending in the end: \(world.log.map(\.rawValue)), then \(rest.map(\.rawValue))")
            }
            if depth == 0 || faults.count > 3 { return }
            for event in Event.allCases {
                var next = world
                if next.happens(event) { explore(next, depth: depth - 1) }
            }
        }
    }

    @Test func `law 17: in every order of answers, frames, restarts and the end, what is shown may still come`() {
        var search = Search(isExact: true)
        let left: [Event: Int] = [
            .apply: 2, .refuse: 1, .answer: 1, .loseAnswer: 1, .commit: 1, .send: 2, .arrive: 4, .restart: 1,
            .connect: 1,
            .finish: 1, .heartbeat: 1,
        ]
        search.explore(World(isPrimed: true, left), depth: 9)
        #expect(search.faults == [], "\(search.count) orders")
        #expect(search.count > 20_000)
    }

    @Test func `law 17: before the first answer, an edit is never shown twice, and nothing stays`() {
        var search = Search(isExact: false)
        let left: [Event: Int] = [
            .apply: 2, .refuse: 1, .answer: 1, .loseAnswer: 1, .commit: 1, .send: 2, .arrive: 4, .restart: 2,
            .connect: 2,
            .finish: 1,
        ]
        search.explore(World(isPrimed: false, left), depth: 9)
        #expect(search.faults == [], "\(search.count) orders")
        #expect(search.count > 20_000)
    }

    @Test func `law 17: answers of a source that the frames do not know stay until the next frame`() {
        var queue = CommandQueue<Int>()
        queue.stateConfirmed(FeedPosition(epoch: 1, number: 1), containing: .unknown)
        let number = queue.commandSent(7, key: "key")
        let hasChanged = queue.commandApplied(number, at: FeedPosition(epoch: 2, number: 5))
        #expect(!hasChanged && queue.shown == [7])
        queue.stateConfirmed(FeedPosition(epoch: 1, number: 2), containing: .named([]))
        #expect(queue.shown == [] && queue.count == 0)
    }

    @Test func `law 18: of the lives that were confirmed before, a few are remembered`() {
        var queue = CommandQueue<Int>()
        let number = queue.commandSent(7, key: "key")
        for epoch in 1...1_000 {
            queue.stateConfirmed(FeedPosition(epoch: UInt64(epoch), number: 1), containing: .unknown)
        }
        let hasChanged = queue.commandApplied(number, at: FeedPosition(epoch: 995, number: 9))
        #expect(!hasChanged && queue.count == 0)
    }
}
