import DataSources
import TestKit

/// A draft of items that misbehave, edited at random with every verb there is.
///
/// It checks what holds whatever `==`, `hash` and `id` return: that everything ends, that counts are right, that positions
/// are inside, and that changes lead from one length to the other.
struct OddListHistory<Item: OddItem>: ~Copyable {
    private struct Refusal: Error {}

    private var random: Random
    private var draft = ListDraft<Item>()
    private let whim: Whim
    private(set) var states: [ListSnapshot<Item>] = [ListSnapshot()]

    init(seed: UInt64) {
        random = Random(seed: seed)
        whim = Whim(seed: seed)
    }

    private mutating func item() -> Item { Item(random.below(200), random.below(3), whim) }

    private mutating func items() -> [Item] { (0..<random.below(40)).map { _ in item() } }

    private mutating func id() -> Item.ID {
        draft[random.below(draft.count)]?.id ?? item().id
    }

    /// Makes one edit; what is refused has changed nothing.
    mutating func edit() -> String? {
        let before = draft.snapshot
        do {
            if random.below(6) == 0 {
                var inner = random
                let isKept = random.below(2) == 0
                let whim = whim
                try draft.transaction { draft in
                    for _ in 0..<inner.below(5) {
                        try? draft.insert(Item(inner.below(200), 0, whim), at: inner.below(draft.count + 1))
                        if draft.count > 0, inner.below(2) == 0 { try draft.remove(at: inner.below(draft.count)) }
                    }
                    if inner.below(3) == 0 { try? draft.replaceAll(with: draft.snapshot.reversed()) }
                    if !isKept { throw Refusal() }
                }
            } else {
                try makeEdit()
            }
        } catch is EditError {
            if !draft.snapshot.isIdentical(to: before), draft.count != before.count { return "refused, but changed" }
        } catch {
            if !draft.snapshot.isIdentical(to: before) { return "law 7: taken back, but changed" }
        }
        for item in before where random.below(9) == 0 { item.misbehave(random.below(200)) }
        return fault
    }

    private mutating func makeEdit() throws {
        let place = random.below(draft.count)
        let other = random.below(draft.count + 1)
        switch random.below(32) {
        case 0: try draft.insert(item(), at: other)
        case 1: try draft.insert(item(), before: id())
        case 2: try draft.insert(item(), after: id())
        case 3: try draft.insert(contentsOf: items(), at: other)
        case 4: try draft.append(item())
        case 5: try draft.append(contentsOf: items())
        case 6: draft.upsert(item())
        case 7: try draft.update(item())
        case 8: try draft.update(id: id()) { $0.value += 1 }
        case 9: try draft.update(at: place) { $0.value += 1 }
        case 10: try draft.remove(id: id())
        case 11: try draft.remove(at: place)
        case 12: try draft.removeSubrange(min(place, other)..<max(place, other))
        case 13:
            let value = random.below(3)
            draft.removeAll { $0.value == value }
        case 14 where random.below(5) == 0: draft.removeAll()
        case 15: try draft.move(id: id(), to: place)
        case 16: try draft.move(id: id(), before: id())
        case 17: try draft.move(id: id(), after: id())
        case 18: try draft.move(from: place, to: random.below(draft.count))
        case 19: try draft.replaceSubrange(min(place, other)..<max(place, other), with: items())
        case 20: try draft.replaceAll(with: draft.snapshot.shuffled(using: &random))
        case 21: try draft.replaceAll(with: draft.snapshot.dropFirst(3) + items())
        case 22: draft.sort { [whim] _, _ in whim.oneIn(2) }
        case 23: draft.upsert(contentsOf: items())
        case 24: try draft.remove(ids: [id(), id(), id()])
        case 25: try draft.updateAll { $0.value = ($0.value + 1) / 2 }
        case 26: draft[id: id()]?.value += 1
        case 27: draft[id: id()] = nil
        case 28:
            let (id, item) = (id(), item())
            try draft.transaction { $0[id: id] = item }
        case 29: try draft.move(fromOffsets: (0..<random.below(9)).map { place * $0 / 8 }, toOffset: other)
        case 30: try draft.move(ids: [id(), id(), id()], before: random.below(3) == 0 ? nil : id())
        default:
            let edits: [ListEdit<Item>] = [
                .insert(item(), at: other), .remove(at: place), .move(from: place, to: other),
                .update(item(), at: place),
                .upsert(item()), .removeID(id()),
            ]
            try draft.apply(edits[random.below(edits.count)])
        }
    }

    /// What is wrong with the draft.
    private var fault: String? {
        mutating get {
            let snapshot = draft.snapshot
            if snapshot.count != draft.count || snapshot.map({ $0 }).count != draft.count {
                return "the count is wrong"
            }
            for _ in 0..<3 {
                let id = id()
                for position in [draft.position(of: id), snapshot.position(of: id)] {
                    if let position, !(0..<draft.count).contains(position) { return "a position outside" }
                }
                _ = (draft.contains(id: id), draft[id: id], snapshot[id: id])
            }
            if draft.isEmpty, draft.indexedIDCount != 0 { return "the index of an empty draft has entries" }
            if draft.indexedIDCount > 2 * draft.count + 64 { return "the index has \(draft.indexedIDCount) entries" }
            return nil
        }
    }

    /// Removes everything, one by one or at once.
    mutating func empty() -> String? {
        while draft.count > 0, random.below(50) > 0 { _ = try? draft.remove(at: random.below(draft.count)) }
        draft.removeAll()
        return fault
    }

    /// Compares the state with earlier ones, in every form of an update.
    mutating func compare() -> String? {
        states.append(draft.snapshot)
        if let copy = try? ListSnapshot(draft.snapshot.map { $0 }) { states.append(copy) }
        if states.count > 5 { states.removeFirst(states.count - 5) }
        for before in states {
            for after in states {
                let changes = after.changes(from: before)
                if let fault = changes.shapeFault(from: before.count, to: after.count) { return fault }
                var questions = 0
                let stop = random.below(3)
                _ = after.changes(from: before) {
                    questions += 1
                    return questions > stop
                }
                guard let update = Update(from: before, to: after) else { continue }
                if let fault = faultOfForms(update) { return fault }
                if let next = Update(from: after, to: states[random.below(states.count)]) {
                    _ = try? update.followed(by: next)
                }
            }
        }
        return nil
    }

    private func faultOfForms(_ update: Update<ListSnapshot<Item>>) -> String? {
        var content = update.before.content
        for step in update.steps {
            switch step {
            case .insert(let item, let position): content.insert(item, at: position)
            case .remove(let position): content.remove(at: position)
            case .move(let from, let to): content.insert(content.remove(at: from), at: to)
            case .update(let item, let position): content[position] = item
            }
        }
        if content.count != update.after.count { return "the steps lead to \(content.count) items" }
        var state = update.before.count
        for stage in update.stages {
            if stage.before.count != state { return "the stages do not follow one another" }
            if let fault = stage.changes.shapeFault(from: stage.before.count, to: stage.after.count) { return fault }
            state = stage.after.count
        }
        if state != update.after.count { return "the stages end elsewhere" }
        if let fault = update.inverted.changes.shapeFault(from: update.after.count, to: update.before.count) {
            return fault
        }
        content = update.before.content
        if (try? update.apply(to: &content)) != nil, content.count != update.after.count { return "applied wrongly" }
        content = update.before.content
        for step in update.steps { try? step.apply(to: &content) }
        if let step = update.steps.first { _ = try? update.before.applying(step) }
        let read = (Array(update.insertedItems), Array(update.deletedItems), Array(update.updatedItems))
        if max(read.0.count, read.2.count) > update.after.count || read.1.count > update.before.count {
            return "more items than there are"
        }
        _ = try? update.applied(to: update.before)
        return nil
    }
}

extension Changes where P == Int {
    /// What is wrong with the changes between lists of some lengths, whatever was in them: they must be a way from one to the
    /// other, in which every place is spoken of once.
    func shapeFault(from before: Int, to after: Int) -> String? {
        let leaving = Array(deletions) + moves.map(\.before)
        let coming = Array(insertions) + moves.map(\.after)
        if Set(leaving).count != leaving.count || Set(coming).count != coming.count { return "a place is there twice" }
        if leaving.contains(where: { $0 < 0 || $0 >= before }) { return "a place before is outside" }
        if coming.contains(where: { $0 < 0 || $0 >= after }) { return "a place after is outside" }
        if before - leaving.count != after - coming.count { return "the changes lead to another length" }
        // Of each place after, where it was.
        var origins = [Int: Int](uniqueKeysWithValues: moves.map { ($0.after, $0.before) })
        let (left, come) = (Set(leaving), Set(coming))
        let staying = zip((0..<before).filter { !left.contains($0) }, (0..<after).filter { !come.contains($0) })
        for (old, new) in staying { origins[new] = old }
        for pair in updates where origins[pair.after] != pair.before { return "\(pair) is an update of something else" }
        return nil
    }
}
