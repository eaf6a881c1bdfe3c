internal import DataSources
internal import Synchronization

/// The shapes of items that a feed has sent: its clients receive them once, and frames refer to them.
///
/// Which of them a step refers to depends on nothing but the version that it leads to, so clients share its frame.
final class FeedShapes: Sendable {
    private struct State {
        var all = FrameShapes()
        /// How many shapes steps to versions after a number refer to; ascending.
        var marks: [(version: UInt64, count: Int)] = []
        /// The newest version that was asked for: shapes that are noticed later are for later versions.
        var asked: UInt64 = 0
        /// The life of the source that the versions are of.
        var life = 0

        /// Begins anew for a later life; returns whether the life is the present one.
        mutating func isIn(_ life: Int) -> Bool {
            if life > self.life { self = State(life: life) }
            return life == self.life
        }
    }

    /// Guards everything.
    private let state = Mutex(State())

    /// The shapes to which a step to a version refers.
    func shapes(forStepTo version: UInt64, in life: Int) -> FrameShapes {
        state.withLock { state in
            guard state.isIn(life) else { return FrameShapes() }
            state.asked = max(state.asked, version)
            guard let mark = state.marks.last(where: { $0.version < version }) else { return FrameShapes() }
            return state.all.prefix(mark.count)
        }
    }

    /// A frame of a version has objects of these shapes.
    func noticed(_ shapes: [[String]], in version: UInt64, of life: Int) {
        if shapes.isEmpty { return }
        state.withLock { state in
            guard state.isIn(life) else { return }
            let count = state.all.count
            for shape in shapes { _ = state.all.notice(shape) }
            if state.all.count > count { state.marks.append((max(version, state.asked), state.all.count)) }
        }
    }
}
