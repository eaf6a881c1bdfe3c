/// A snapshot that can compare states although some of their content does not equal itself.
///
/// When two states are only checked to fit, content that does not equal itself fits content of the same id that does
/// not equal itself either. Otherwise an update with NaN in it could not be applied to its own `before`. The snapshots
/// of this package conform; other types are compared by `==` alone.
protocol FittingSnapshot: SnapshotProtocol {
    /// Whether two states fit.
    func fits(_ other: Self) -> Bool

    /// Whether plain content fits this state.
    func fits(content: Content) -> Bool

    /// Whether two differences of the same two states differ only in content that does not equal itself.
    static func fits(_ changes: Changes, _ net: Changes, from before: Self, to after: Self) -> Bool

    /// Applies an update so that only its changes decide what comes out, and checks them item by item.
    static func applyItemByItem(_ update: Update<Self>, to content: inout Content) throws(UpdateError)
}

extension FittingSnapshot {
    static func applyItemByItem(_ update: Update<Self>, to content: inout Content) throws(UpdateError) {
        try apply(update, to: &content)
    }
}

extension SnapshotProtocol {
    /// Whether two states fit, if the type supports it; called only when they are not equal.
    static func fits(_ left: Self, _ right: Self) -> Bool {
        func opened<Fitting: FittingSnapshot>(_ left: Fitting) -> Bool {
            (right as? Fitting).map { left.fits($0) } ?? false
        }
        guard let left = left as? any FittingSnapshot else { return false }
        return opened(left)
    }

    /// Whether plain content fits a state, if the type supports it; called only when they are not equal.
    static func fits(content: Content, _ state: Self) -> Bool {
        func opened<Fitting: FittingSnapshot>(_ state: Fitting) -> Bool {
            (content as? Fitting.Content).map { state.fits(content: $0) } ?? false
        }
        guard let state = state as? any FittingSnapshot else { return false }
        return opened(state)
    }

    /// Whether two differences of the same states fit, if the type supports it; called only when they are not equal.
    static func fits(_ changes: Changes, _ net: Changes, from before: Self, to after: Self) -> Bool {
        func opened<Fitting: FittingSnapshot>(_ before: Fitting) -> Bool {
            guard let changes = changes as? Fitting.Changes, let net = net as? Fitting.Changes,
                let after = after as? Fitting
            else { return false }
            return Fitting.fits(changes, net, from: before, to: after)
        }
        guard let before = before as? any FittingSnapshot else { return false }
        return opened(before)
    }
}

extension Update {
    /// The content after, made of the content before by the changes alone; to check decoded changes.
    var contentByChanges: Snapshot.Content {
        get throws(UpdateError) {
            func opened<Fitting: FittingSnapshot>(_ before: Fitting) throws(UpdateError) -> Snapshot.Content? {
                var content = before.content
                guard let update = self as? Update<Fitting> else { return nil }
                try Fitting.applyItemByItem(update, to: &content)
                return content as? Snapshot.Content
            }
            if let before = before as? any FittingSnapshot, let content = try opened(before) { return content }
            var content = before.content
            try apply(to: &content)
            return content
        }
    }
}

/// Whether content is unchanged, or neither side equals itself.
private func contentFits<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
    isUnchanged(left, right) || (left != left && right != right)
}

/// Whether an item has the same id, and its content fits.
private func itemFits<Item: Identifiable & Equatable>(_ left: Item, _ right: Item) -> Bool {
    contentFits(left, right) && areSameKey(left.id, right.id)
}

private func itemsFit<Item: Identifiable & Equatable>(_ left: ChunkTree<Item>, _ right: ChunkTree<Item>) -> Bool {
    if left.isIdentical(to: right) { return true }
    if left.count != right.count { return false }
    var (lefts, rights) = (ChunkTree<Item>.Iterator(left), ChunkTree<Item>.Iterator(right))
    while let left = lefts.next(), let right = rights.next() {
        if !itemFits(left, right) { return false }
    }
    return true
}

extension Changes {
    /// Whether both are equal except for updates of content that `mayDiffer`.
    fileprivate func fits(_ net: Changes, where mayDiffer: (PositionPair<P>) -> Bool) -> Bool {
        guard deletions == net.deletions, insertions == net.insertions, moves.count == net.moves.count else {
            return false
        }
        // In the order of the positions after. Decoded changes may contain positions out of bounds, but not many.
        var (i, j) = (updates.startIndex, net.updates.startIndex)
        while i != updates.endIndex || j != net.updates.endIndex {
            let mine = i == updates.endIndex ? nil : updates[i]
            let other = j == net.updates.endIndex ? nil : net.updates[j]
            if let mine, let other, mine == other {
                (i, j) = (updates.index(after: i), net.updates.index(after: j))
            } else if let mine, other.map({ mine.after < $0.after }) ?? true {
                guard mayDiffer(mine) else { return false }
                i = updates.index(after: i)
            } else {
                guard let other, mayDiffer(other) else { return false }
                j = net.updates.index(after: j)
            }
        }
        return true
    }
}

/// Whether two items have the same id, and neither equals itself.
private func areIrregular<Item: Identifiable & Equatable>(_ old: Item?, _ new: Item?) -> Bool {
    guard let old, let new else { return false }
    return old != old && new != new && areSameKey(old.id, new.id)
}

extension ListSnapshot: FittingSnapshot {
    func fits(_ other: ListSnapshot) -> Bool { itemsFit(tree, other.tree) }

    func fits(content: [Item]) -> Bool {
        content.count == count && zip(content, self).allSatisfy { itemFits($0, $1) }
    }

    static func fits(_ changes: ListChanges, _ net: ListChanges, from before: Self, to after: Self) -> Bool {
        changes.fits(net) { areIrregular(before[$0.before], after[$0.after]) }
    }
}

extension SectionedSnapshot: FittingSnapshot {
    func fits(_ other: SectionedSnapshot) -> Bool { fits(content: other.content) }

    func fits(content: [ItemSection<Header, Item>]) -> Bool {
        content.count == count
            && zip(content, self).allSatisfy { itemFits($0.header, $1.header) && itemsFit($0.tree, $1.tree) }
    }

    static func fits(_ changes: SectionedChanges, _ net: SectionedChanges, from before: Self, to after: Self) -> Bool {
        changes.sections.fits(net.sections) {
            areIrregular(before[section: $0.before]?.header, after[section: $0.after]?.header)
        }
            && changes.items.fits(net.items) { areIrregular(before[$0.before], after[$0.after]) }
            && SectionedChanges(sections: net.sections, items: changes.items).hasMovesIntoInsertedSections(of: net)
    }
}

extension ValueSnapshot: FittingSnapshot {
    func fits(_ other: ValueSnapshot) -> Bool { Self.fits(value, other.value) }

    func fits(content: Value?) -> Bool { Self.fits(content, value) }

    static func fits(_ changes: ListChanges, _ net: ListChanges, from before: Self, to after: Self) -> Bool {
        let isUpdate = changes == ListChanges(updates: PositionPairs([PositionPair(before: 0, after: 0)]))
        guard let old = before.value, let new = after.value, old != old, new != new else { return false }
        return isUpdate || changes.isEmpty
    }

    /// Whether two values fit, or both are `nil`.
    static func fits(_ left: Value?, _ right: Value?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return contentFits(left, right)
    }
}
