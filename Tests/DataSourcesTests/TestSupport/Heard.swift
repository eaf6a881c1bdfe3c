import TestKit

/// An item whose comparisons are heard: a way to do something in the midst of a difference, at a known point of it.
struct Heard: Identifiable, Equatable, Sendable {
    let id: Int
    var value: Int
    let ear: Ear

    static func == (left: Heard, right: Heard) -> Bool {
        left.ear.compared()
        return left.id == right.id && left.value == right.value
    }

    /// Hears comparisons; silent until it is told to listen.
    final class Ear: Sendable {
        private struct State {
            var comparisons = 0
            var actions: [Int: @Sendable () -> Void] = [:]
        }

        private let state = Shared(State())

        /// How many comparisons there have been since the last call of ``listen()``.
        var comparisons: Int { state.value.comparisons }

        /// Starts to count anew; forgets what was to be done.
        func listen() {
            state.change { $0 = State() }
        }

        /// Does something at the given comparison, counted from the last call of ``listen()``.
        func at(_ comparison: Int, _ action: @escaping @Sendable () -> Void) {
            state.change { $0.actions[comparison] = action }
        }

        fileprivate func compared() {
            let action = state.change { state in
                state.comparisons += 1
                return state.actions.removeValue(forKey: state.comparisons)
            }
            action?()
        }
    }
}

extension Heard.Ear {
    /// Items with the ids in `ids`, all with this ear.
    func items(_ ids: Range<Int>, value: Int = 0) -> [Heard] {
        ids.map { Heard(id: $0, value: value, ear: self) }
    }
}
