import DataSourcesWire

/// Decides whether histories keep the promises; a value that is told events and knows nothing else.
///
/// Events come in any order between the calls of ``findings(isSettled:)``. That compares what clients saw with what is in
/// the log, so call it when the recorders have read all of it.
struct Checker: Sendable {
    private struct State: Sendable {
        let digest: UInt64
        let lanes: [Lane]
        let time: UInt64
    }

    /// The states that a recorder has read of a list, ascending; where states may be missing before one.
    private struct Record: Sendable {
        var numbers: [UInt64] = []
        var isAfterGap: [Bool] = []

        /// Whether a number is between two neighbours of which the recorder knows that nothing is between them.
        func excludes(_ number: UInt64) -> Bool {
            var (low, high) = (0, numbers.count)
            while low < high {
                let middle = low + (high - low) / 2
                if numbers[middle] < number { low = middle + 1 } else { high = middle }
            }
            return low > 0 && low < numbers.count && numbers[low] != number && !isAfterGap[low]
        }
    }

    private struct LaneOfList: Hashable, Sendable {
        let source: Int
        let lane: Int
    }

    private var epochs: [Int: UInt64] = [:]
    private var states: [Int: [UInt64: State]] = [:]
    private var newest: [Int: UInt64] = [:]
    private var records: [String: Record] = [:]
    private var entries: [UInt64: (writer: UInt64, digest: UInt64, time: UInt64)] = [:]
    private var digests: [UInt64: UInt64] = [:]
    private var lastShown: [String: (UInt64, UInt64)] = [:]
    /// What clients were shown and what they were answered, until it is compared with the log.
    private var shown: [Event] = []
    private var answers: [(Event, Event.Command, FeedPosition)] = []
    /// The last command that was sent, and that was acknowledged, of each client to each list.
    private var sent: [LaneOfList: Int] = [:]
    private var acknowledged: [LaneOfList: (number: Int, event: Event)] = [:]
    /// Clients whose numbers in a list are wrong.
    private var wrong: Set<LaneOfList> = []
    private var found: [Finding] = []

    /// How many states that were shown were compared with the log, and how many could not be.
    private(set) var (compared, unknown) = (0, 0)
    private(set) var (commands, repetitions, messages) = (0, 0, 0)

    init() {}

    /// Something happened.
    mutating func received(_ event: Event) {
        switch event.kind {
        case .shown(let source, let position, _):
            let key = "\(event.who) \(source)"
            if let (epoch, number) = lastShown[key], epoch == position.epoch, number > position.number {
                add(
                    .order, "\(event.who) was shown version \(position.number) of list \(source) after \(number)", event
                )
            }
            lastShown[key] = (position.epoch, position.number)
            shown.append(event)
        case .sent(let command):
            let lane = LaneOfList(source: command.source, lane: command.lane)
            if command.number > sent[lane, default: 0] { commands += 1 } else { repetitions += 1 }
            sent[lane] = max(sent[lane, default: 0], command.number)
        case .applied(let command, let position):
            let lane = LaneOfList(source: command.source, lane: command.lane)
            if command.number > acknowledged[lane]?.number ?? 0 { acknowledged[lane] = (command.number, event) }
            answers.append((event, command, position))
        case .refused(let command, let code):
            if code != "unavailable", code != "notApplied" {
                add(.refused, "\(describe(command)) was refused for good: \(code)", event)
            }
        case .entry(let sequence, let writer, let digest): received(sequence, writer, digest, event)
        case .committed(let source, let position, let digest, let lanes, let afterGap):
            received(source, position, State(digest: digest, lanes: lanes, time: event.time), afterGap, event)
        case .ended(let how): add(.ended, "\(event.who) ended by itself: \(how)", event)
        case .unanswered, .note, .fault: break
        }
    }

    private mutating func add(_ rule: Finding.Rule, _ text: String, _ event: Event) {
        add(rule, text, at: event.time)
    }

    private mutating func add(_ rule: Finding.Rule, _ text: String, at time: UInt64) {
        // The first ones of a rule say enough.
        if found.count(where: { $0.rule == rule }) < 5 { found.append(Finding(rule: rule, text: text, time: time)) }
    }

    private func describe(_ command: Event.Command) -> String {
        "command \(command.number) of client \(command.lane) to list \(command.source)"
    }

    // MARK: The log

    private mutating func received(_ sequence: UInt64, _ writer: UInt64, _ digest: UInt64, _ event: Event) {
        if let known = entries[sequence] {
            if known.digest != digest {
                add(
                    .changed, "message \(sequence) is another one than \(event.who) or another recorder read before",
                    event)
            }
            return
        }
        entries[sequence] = (writer, digest, event.time)
        messages += 1
        if let other = digests[digest], other != sequence {
            add(.doubled, "message \(sequence) has the content of message \(other)", event)
        }
        digests[digest] = sequence
    }

    private mutating func received(
        _ source: Int, _ position: FeedPosition, _ state: State, _ afterGap: Bool, _ event: Event
    ) {
        let epoch = epochs[source, default: position.epoch]
        epochs[source] = epoch
        guard epoch == position.epoch else {
            return add(
                .epoch, "list \(source) was begun anew: version \(position), the one before has epoch \(epoch)", event)
        }
        let number = position.number
        var record = records["\(event.who) \(source)"] ?? Record()
        if let last = record.numbers.last, last > number {
            add(.order, "version \(number) of list \(source) is in the log behind \(last)", event)
        } else if record.numbers.last != number {
            record.numbers.append(number)
            record.isAfterGap.append(afterGap)
        }
        records["\(event.who) \(source)"] = record
        if let known = states[source]?[number] {
            if known.digest != state.digest {
                add(.changed, "version \(number) of list \(source) has another content for \(event.who)", event)
            }
            return
        }
        states[source, default: [:]][number] = state
        newest[source] = max(newest[source] ?? 0, number)
        for lane in state.lanes where lane.count != lane.last {
            // It stays wrong, and is one finding.
            guard wrong.insert(LaneOfList(source: source, lane: lane.id)).inserted else { continue }
            let rule = lane.count > lane.last ? Finding.Rule.twice : .lost
            add(
                rule,
                """
                version \(number) of list \(source) has \(lane.count) commands of client \(lane.id), the last one being \
                number \(lane.last)
                """, event)
        }
    }

    // MARK: At the end

    /// What is wrong, so far.
    ///
    /// - Parameter isSettled: Whether all commands are answered, and recorders have read the whole log.
    /// - Returns: The first findings of each rule.
    mutating func findings(isSettled: Bool) -> [Finding] {
        compareFences()
        compareShown(isSettled)
        compareAnswers()
        compareLast(isSettled)
        return found
    }

    /// What one writer appended is in one piece.
    private mutating func compareFences() {
        var (current, former): (UInt64?, [UInt64: UInt64]) = (nil, [:])
        for (sequence, entry) in entries.sorted(by: { $0.key < $1.key }) {
            if let place = former[entry.writer] {
                add(
                    .fence,
                    """
                    message \(sequence) is of the writer \(entry.writer), which another one had replaced before message \
                    \(place)
                    """, at: entry.time)
            }
            if let current, current != entry.writer { former[current] = former[current] ?? sequence }
            current = entry.writer
        }
    }

    private mutating func compareShown(_ isSettled: Bool) {
        var later: [Event] = []
        for event in shown {
            guard case .shown(let source, let position, let digest) = event.kind else { continue }
            let number = position.number
            if let epoch = epochs[source], epoch != position.epoch {
                add(
                    .committed,
                    "\(event.who) was shown \(position) of list \(source), of an epoch that is not in the log", event)
            } else if let state = states[source]?[number] {
                compared += 1
                if state.digest != digest {
                    add(
                        .committed, "\(event.who) was shown another content of version \(number) of list \(source)",
                        event)
                }
            } else if records.contains(where: { $0.key.hasSuffix(" \(source)") && $0.value.excludes(number) }) {
                add(
                    .committed, "\(event.who) was shown version \(number) of list \(source), which is not in the log",
                    event)
            } else if isSettled, number > newest[source] ?? 0 {
                add(
                    .committed,
                    "\(event.who) was shown version \(number) of list \(source), the last one is \(newest[source] ?? 0)",
                    event)
            } else if isSettled {
                unknown += 1
            } else {
                later.append(event)
            }
        }
        shown = later
    }

    /// The first state at or behind the answer's position contains the command.
    private mutating func compareAnswers() {
        var later: [(Event, Event.Command, FeedPosition)] = []
        var numbers: [Int: [UInt64]] = [:]
        for answer in answers {
            let (event, command, position) = answer
            let sorted = numbers[command.source] ?? (states[command.source] ?? [:]).keys.sorted()
            numbers[command.source] = sorted
            guard let epoch = epochs[command.source], epoch == position.epoch else {
                if epochs[command.source] != nil {
                    add(.answer, "the answer to \(describe(command)) names an epoch that is not in the log", event)
                } else {
                    later.append(answer)
                }
                continue
            }
            guard let number = sorted.first(from: position.number), let state = states[command.source]?[number] else {
                later.append(answer)
                continue
            }
            let lane = state.lanes.first { $0.id == command.lane }
            if lane?.last ?? 0 < command.number {
                add(.answer, "version \(number) of list \(command.source) does not contain \(describe(command))", event)
            }
        }
        answers = later
    }

    private mutating func compareLast(_ isSettled: Bool) {
        for (lane, acknowledged) in acknowledged {
            guard let number = newest[lane.source], let state = states[lane.source]?[number] else {
                if isSettled { add(.lost, "list \(lane.source) has no state", acknowledged.event) }
                continue
            }
            let last = state.lanes.first { $0.id == lane.lane }?.last ?? 0
            let command = Event.Command(source: lane.source, lane: lane.lane, number: acknowledged.number)
            if isSettled, last < acknowledged.number {
                add(
                    .lost,
                    "\(describe(command)) was acknowledged; the last one in the log is \(last)", acknowledged.event)
            }
            if last > sent[lane] ?? 0 {
                add(
                    .twice, "list \(lane.source) has command \(last) of client \(lane.lane), which was not sent",
                    acknowledged.event)
            }
        }
    }
}

extension [UInt64] {
    /// The first number that is not below another one, of ascending numbers.
    fileprivate func first(from number: UInt64) -> UInt64? {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < count ? self[low] : nil
    }
}
