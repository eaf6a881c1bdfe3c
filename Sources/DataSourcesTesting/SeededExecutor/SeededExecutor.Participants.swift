extension SeededExecutor {
    /// The unfinished tasks and their waits: plain records, without tasks or locks.
    ///
    /// Numbers are assigned in the order in which tasks and waits began, and are never reused.
    struct Participants: Sendable {
        struct Participant: Sendable {
            let name: String?
            let fileID: String
            let line: Int
        }

        struct Wait: Sendable {
            let participant: Int
            /// The name of the waiting task, if it has one and it is not the participant's.
            let task: String?
            let what: @Sendable () -> String
        }

        private var unfinished: [Int: Participant] = [:]
        private var waits: [Int: Wait] = [:]
        private var numbersGiven = 0

        mutating func taskStarted(_ participant: Participant) -> Int {
            numbersGiven += 1
            unfinished[numbersGiven] = participant
            return numbersGiven
        }

        mutating func taskFinished(_ number: Int) {
            unfinished[number] = nil
        }

        /// The participant in a few words; `nil` if it has finished.
        func name(of number: Int) -> String? {
            unfinished[number].map { $0.name.map { "\"\($0)\"" } ?? "the task started at \($0.fileID):\($0.line)" }
        }

        mutating func waitBegan(by number: Int, task: String?, _ what: @escaping @Sendable () -> String) -> Int {
            numbersGiven += 1
            waits[numbersGiven] = Wait(
                participant: number,
                task: task == unfinished[number]?.name ? nil : task,
                what: what
            )
            return numbersGiven
        }

        mutating func waitEnded(_ number: Int) {
            waits[number] = nil
        }

        /// Descriptions of all unfinished tasks.
        ///
        /// It calls the closures that describe waits, which may do anything: so use a copy, without a lock.
        func described() -> [UnfinishedTask] {
            let waits = Dictionary(grouping: waits.sorted { $0.key < $1.key }.map(\.value), by: \.participant)
            // Waits of tasks that live on after the participant that made them.
            let orphans = waits.keys.filter { unfinished[$0] == nil }.sorted().flatMap { waits[$0] ?? [] }
            let tasks = unfinished.sorted { $0.key < $1.key }.map { number, participant in
                UnfinishedTask(
                    name: participant.name,
                    fileID: participant.fileID,
                    line: participant.line,
                    waitsFor: (waits[number] ?? []).map(\.description)
                )
            }
            return orphans.isEmpty
                ? tasks : tasks + [UnfinishedTask(name: nil, fileID: "", line: 0, waitsFor: orphans.map(\.description))]
        }
    }
}

extension SeededExecutor.Participants.Wait {
    var description: String {
        task.map { "\(what()) (in its task \"\($0)\")" } ?? what()
    }
}
