extension SeededExecutor {
    /// The report that something left a run, so that the seed does not decide all of it.
    ///
    /// It is thrown once the body has come to its end or to a standstill, instead of what the body returned or threw.
    /// Its description names what left and what to use instead.
    public struct Escape: Error, Sendable {
        /// The order of the run.
        public let order: Order

        /// The order, and what else was said to the run.
        let setup: Setup

        /// How many jobs the executor had run when it noticed that the run was over.
        public let steps: Int

        /// What was seen to leave or to come back, as it was noticed; the first ten.
        public let sightings: [Sighting]

        /// How many there were in all.
        public let count: Int

        /// What the body threw, if it did.
        public let bodyError: (any Error)?
    }

    /// Something that was seen leaving a run, or coming back to it.
    public struct Sighting: Hashable, Sendable {
        /// How it left, or from where it came back.
        public enum Way: Hashable, Sendable {
            /// Code of the run made a task for the default executor: `Task {}` or `Task.detached`.
            case startedTask
            /// Code of the run gave work of an actor to the default executor: an actor that tasks from outside use too,
            /// or an `isolated deinit`.
            case startedActorWork
            /// Code of the run called the main actor, where the run was not started; or something there woke a task of the
            /// run.
            case mainActor
            /// A task of the run was woken on the default executor: by `Task.sleep`, by a task that was started there, or
            /// because it had been there itself.
            case defaultExecutor
            /// A task of the run was woken on a dispatch queue with this label: by a callback, or by an actor with an
            /// executor of its own.
            case dispatchQueue(String)
            /// A task of the run was woken, or started, on a thread that works for no dispatch queue.
            case thread
        }

        /// How it left, or from where it came back.
        public let way: Way

        /// The number of the step in which code of the run let it go; how many steps there had been when it came back.
        public let step: Int

        /// The name of the task that let it go, or woke it, if that has one.
        public let task: String?
    }

    /// What a run does about code that leaves it.
    public enum EscapePolicy: Hashable, Sendable {
        /// It ends with ``Escape``.
        case forbidden
        /// It lets it happen: when everything stands still it waits for real time to bring somebody back, and goes on.
        ///
        /// The order of the run then depends on other threads too, and virtual time may pass before they come.
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
        case .startedTask:
            """
            step \(step)\(task.map { ", in the task \"\($0)\"" } ?? ""): a task was made for the default executor \
            (`Task {}` or `Task.detached`); use a child task, `executor.start` or `Task(executorPreference: executor)`
            """
        case .startedActorWork:
            """
            step \(step)\(task.map { ", in the task \"\($0)\"" } ?? ""): work of an actor was given to the default \
            executor (a `Task {}` in it, an `isolated deinit`, or calls from outside of the run); let only the run use it
            """
        case .mainActor:
            """
            after step \(step): \(caller) the main actor, which is part of a run only if the run is started there; mark the \
            test `@MainActor`, or leave it out in what the run calls
            """
        case .defaultExecutor:
            """
            after step \(step): \(waker) on the default executor (`Task.sleep` without the virtual clock, \
            `Task.immediate`, `Task {}`, another executor preference); use `executor.clock` and `executor.start`
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
