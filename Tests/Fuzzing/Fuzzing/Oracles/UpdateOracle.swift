import DataSources

/// A kind of snapshot whose updates can be checked against plain arrays.
protocol CheckedSnapshot: SnapshotProtocol, Codable where Content: Equatable {
    /// Laws 1, 3, 4 and 11 for changes between two snapshots, by arrays.
    static func check(_ changes: Changes, from before: Self, to after: Self) throws(Fault)

    /// Makes single edits in an array, and in a draft; what they lead to.
    static func walk(_ steps: [Step], from before: Self) throws(Fault) -> (content: Content, draft: Self)

    /// How many edits of each kind there may be at most.
    static func check(_ steps: [Step], of changes: Changes) throws(Fault)

    /// Whether a view with UIKit's rules could take these changes in one batch: what stands in the way.
    static func obstacle(in changes: Changes) -> String?
}

/// What the laws and the documentation say of an update's forms.
enum UpdateOracle {
    static func check<S: CheckedSnapshot>(_ update: Update<S>) throws(Fault) {
        if update.changes.isEmpty { throw Fault("law 3: an empty update") }
        try S.check(update.changes, from: update.before, to: update.after)
        try checkApplication(of: update)
        try checkInverse(of: update)
        try checkSteps(of: update)
        try checkStages(of: update)
    }

    private static func checkApplication<S: CheckedSnapshot>(of update: Update<S>) throws(Fault) {
        var content = update.before.content
        do {
            try update.apply(to: &content)
            if content != update.after.content { throw Fault("law 1: \(update) leads to \(content)") }
            if try update.applied(to: update.before) != update.after { throw Fault("law 1: applied(to:)") }
            if try update.followed(by: update.inverted) != nil { throw Fault("law 4: there and back is not nothing") }
        } catch let error as UpdateError {
            throw Fault("law 1: \(error) for \(update)")
        } catch {
            throw Fault("\(error)")
        }
        var other = update.after.content
        let refused = (try? update.applied(to: update.after)) == nil
        if !refused { throw Fault("\(update) can be applied where it ends") }
        // Whatever comes of it, it must not trap.
        try? update.apply(to: &other)
    }

    private static func checkInverse<S: CheckedSnapshot>(of update: Update<S>) throws(Fault) {
        let inverted = update.inverted
        try S.check(inverted.changes, from: update.after, to: update.before)
        if inverted.inverted != update { throw Fault("inverted twice \(update) is \(inverted.inverted)") }
        var content = update.after.content
        do {
            try inverted.apply(to: &content)
        } catch {
            throw Fault("law 1: \(error) for the inverse \(inverted)")
        }
        if content != update.before.content { throw Fault("law 1: the inverse \(inverted) leads to \(content)") }
    }

    private static func checkSteps<S: CheckedSnapshot>(of update: Update<S>) throws(Fault) {
        let steps = update.steps
        try S.check(steps, of: update.changes)
        let (content, draft) = try S.walk(steps, from: update.before)
        if content != update.after.content { throw Fault("law 1: the steps \(steps) of \(update) lead to \(content)") }
        if draft != update.after { throw Fault("law 1: the steps \(steps) of \(update) lead a draft to \(draft)") }
    }

    private static func checkStages<S: CheckedSnapshot>(of update: Update<S>) throws(Fault) {
        let stages = update.stages
        guard stages.first?.before == update.before, stages.last?.after == update.after,
            stages.last?.after.version == update.after.version
        else { throw Fault("law 2: the stages \(stages) of \(update) begin or end elsewhere") }
        for (stage, next) in zip(stages, stages.dropFirst()) where stage.after != next.before {
            throw Fault("law 2: a gap between the stages \(stage) and \(next)")
        }
        for stage in stages {
            if stage.changes.isEmpty { throw Fault("law 3: an empty stage among \(stages)") }
            if let obstacle = S.obstacle(in: stage.changes) { throw Fault("\(obstacle) in the stage \(stage)") }
            try S.check(stage.changes, from: stage.before, to: stage.after)
        }
        if (stages.count == 1) != (S.obstacle(in: update.changes) == nil) {
            throw Fault("\(stages.count) stages for \(update)")
        }
    }
}

/// How many edits of each kind there are.
struct Tally {
    var (removed, inserted, moved, updated) = (0, 0, 0, 0)

    func check<P: Position>(against changes: Changes<P>) throws(Fault) {
        guard removed == changes.deletions.count, inserted == changes.insertions.count,
            updated == changes.updates.count, moved <= changes.moves.count
        else { throw Fault("\(self) steps for \(changes)") }
    }
}
