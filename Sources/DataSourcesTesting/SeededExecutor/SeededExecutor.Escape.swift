extension SeededExecutor {
    /// The report that something escaped from a run, so that the seed did not decide the whole order.
    ///
    /// It is thrown when the body has finished or is blocked, instead of the body's result or error. Its description
    /// names what escaped and what to use instead.
    public struct Escape: Error, Sendable {
        /// The order of the run.
        public let order: Order

        /// The order, and what else was said to the run.
        let setup: Setup

        /// The number of jobs run when the run ended.
        public let steps: Int

        /// The first ten escapes and returns that were seen, in order.
        public let sightings: [Sighting]

        /// The total number of escapes and returns seen.
        public let count: Int

        /// The error of the body, if it threw.
        public let bodyError: (any Error)?
    }

    /// An observed escape from a run, or a return to it.
    public struct Sighting: Hashable, Sendable {
        /// How a job left, or from where it came back.
        public enum Way: Hashable, Sendable {
            /// Code in the run called the main actor, but the run was started elsewhere; or the main actor woke a task
            /// of the run.
            case mainActor
            /// A task of the run was woken on the default executor: by `Task.sleep`, by a task from outside, or because it
            /// had been there itself.
            case defaultExecutor
            /// A task of the run was woken on a dispatch queue with this label: by a callback, or by an actor with its
            /// own executor.
            case dispatchQueue(String)
            /// A task of the run was woken or started on a thread without a dispatch queue.
            case thread
        }

        /// How the job left, or from where it came back.
        public let way: Way

        /// The number of the step that let it leave, or the number of steps when it came back.
        public let step: Int

        /// The name, if any, of the task that let it leave, or woke it.
        public let task: String?
    }

    /// How a run treats escapes.
    public enum EscapePolicy: Hashable, Sendable {
        /// The run ends with ``Escape``.
        case forbidden
        /// The run accepts escapes: when it is blocked, it waits in real time for a job to come back, and continues.
        ///
        /// The order of the run then also depends on other threads, and virtual time may pass before the job comes
        /// back.
        case allowed
    }
}

extension SeededExecutor.Escape: CustomStringConvertible {
    /// What left, what to use instead, and how to see it again.
    public var description: String {
        """
        \(story)
        If it is meant to leave, run with `escapes: .allowed`. To see it again:
        \(setup.call)
        """
    }

    /// What left, and what to use instead.
    var story: String {
        let more = count > sightings.count ? "\n- and \(count - sightings.count) more" : ""
        let error = bodyError.map { "\nThe body threw: \($0)" } ?? ""
        return """
            Something left the run of \(steps) steps, so the order alone does not decide what happens:
            \(sightings.map { "- \($0)" }.joined(separator: "\n"))\(more)\(error)
            """
    }
}

extension SeededExecutor.Sighting: CustomStringConvertible {
    /// What was seen and what to use instead, in one line.
    public var description: String {
        switch way {
        case .mainActor:
            """
            after step \(step): \(caller) the main actor, which is part of a run only if the run is started there; mark the \
            test `@MainActor`, or leave it out in what the run calls
            """
        case .defaultExecutor:
            """
            after step \(step): \(waker) on the default executor (`Task.sleep` without the virtual clock, \
            another executor preference, a task from outside); use `executor.clock` and tasks of the run
            """
        case .dispatchQueue(let label):
            """
            after step \(step): \(waker) on the dispatch queue "\(label)" (a callback, or an actor with an executor of \
            its own); put something in its place that runs in tasks of the run
            """
        case .thread:
            """
            after step \(step): \(waker) on another thread (a callback, or `executor.start` called there); put something \
            in its place that runs in tasks of the run
            """
        }
    }

    private var caller: String {
        task.map { "the task \"\($0)\" called, or was woken by," } ?? "a task called, or was woken by,"
    }

    private var waker: String {
        task.map { "a task was woken by the task \"\($0)\"" } ?? "a task was woken"
    }
}
