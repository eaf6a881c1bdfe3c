import DataSources
import Synchronization

/// What has really happened in a run: every state a source has committed, what was submitted, and what went wrong.
///
/// Everything is guarded by the mutex. A run has one thread, so that what is read in one job fits together.
final class Ledger<Model: PlainModel>: Sendable {
    private struct State {
        /// The state of the source, kept by hand.
        var model: Model
        /// The states it has had, oldest first, with their versions where somebody was told.
        var history: [(number: UInt64?, model: Model)]
        var lastReceipt: UInt64 = 1
        var finishedWith: Model?
        var submitted = 0
        var performed: [Int] = []
        /// How many edits had been submitted when the transaction was called that is going on.
        var submittedBefore = 0
        /// What there was when the closure of that transaction began; `nil` before.
        var start: (model: Model, shown: Model.Snapshot)?
        var receipts: [Int: Submission] = [:]
        /// How many subscriptions start from a state that they are given.
        var subscribersApart = 0
        var faults: [String] = []
    }

    private let state: Mutex<State>
    let witness: Witness

    init(_ model: Model, _ witness: Witness) {
        state = Mutex(State(model: model, history: [(1, model)]))
        self.witness = witness
    }

    // MARK: The source

    var model: Model {
        get { state.withLock { $0.model } }
        set { state.withLock { $0.model = newValue } }
    }

    /// A subscription starts from a state that it is given: the step from there may have been taken, and released.
    func subscribedApart() {
        state.withLock { $0.subscribersApart += 1 }
    }

    var subscribersApart: Int { state.withLock { $0.subscribersApart } }

    /// A transaction is called; what has been submitted by now comes first.
    func transactionCalled() {
        state.withLock { state in
            state.submittedBefore = state.submitted
            state.start = nil
        }
    }

    /// The closure of a transaction begins.
    func transactionBegan(showing shown: Model.Snapshot) {
        expectPerformed("a transaction")
        state.withLock { $0.start = ($0.model, shown) }
    }

    /// A transaction is over; what there was when its closure began, if it did.
    func transactionEnded() -> (model: Model, shown: Model.Snapshot)? {
        state.withLock { $0.start.take() }
    }

    /// Everything that was submitted before the last call is to have been made.
    func expectPerformed(_ call: String) {
        let missing = state.withLock { $0.submittedBefore - $0.performed.count }
        if missing > 0 { fault("law 12", "\(call) came before \(missing) edits that were submitted before it") }
    }

    /// A transaction was committed, or changed nothing.
    func committed(_ version: Version, changed: Bool) {
        state.withLock { state in
            let number = version.number
            if number < state.lastReceipt || (changed && number == state.lastReceipt) {
                state.faults.append("law 16: \(version) after v\(state.lastReceipt)")
            }
            if number > state.lastReceipt { state.history.append((number, state.model)) }
            state.lastReceipt = number
        }
    }

    /// A state was committed of whose version nobody is told.
    func committedUnseen() {
        state.withLock { $0.history.append((nil, $0.model)) }
    }

    /// The source takes no more edits.
    func finished() {
        state.withLock { $0.finishedWith = $0.finishedWith ?? $0.model }
    }

    /// The last state of a source that has finished.
    var end: Model? { state.withLock { $0.finishedWith } }

    // MARK: Submitted edits

    func submitted() -> Int {
        state.withLock { state in
            defer { state.submitted += 1 }
            return state.submitted
        }
    }

    func performed(_ number: Int) {
        state.withLock { $0.performed.append(number) }
    }

    func given(_ receipt: Submission, of number: Int) {
        state.withLock { $0.receipts[number] = receipt }
    }

    /// Waits for all receipts, and checks that they say what has happened.
    func checkReceipts() async {
        let (receipts, performed) = state.withLock { ($0.receipts, Set($0.performed)) }
        for (number, receipt) in receipts.sorted(by: { $0.key < $1.key }) {
            do {
                _ = try await receipt.version
                if !performed.contains(number) {
                    fault("law 12", "edit \(number) was not made, its receipt says it was")
                }
            } catch {
                let isRight = performed.contains(number) ? error is Script.TakenBack : error.isOfFinishedSource
                if !isRight { fault("law 12", "the receipt of edit \(number) says \(error)") }
            }
        }
    }

    /// How many edits were submitted and not performed.
    var unperformed: Int { state.withLock { $0.submitted - $0.performed.count } }

    var performed: [Int] { state.withLock { $0.performed } }

    /// Whether the source has never had the same content twice, or none: then no step comes to nothing.
    var isEveryStateNew: Bool {
        let history = [(nil, Model(Model.Snapshot()))] + state.withLock { $0.history }
        return history.indices.allSatisfy { place in
            history[..<place].allSatisfy { !$0.model.isSame(as: history[place].model) }
        }
    }

    // MARK: Faults

    func fault(_ law: String, _ message: @autoclosure () -> String) {
        let text = "\(law): \(message())"
        state.withLock { $0.faults.append(text) }
    }

    func fault(_ error: any Error) {
        state.withLock { $0.faults.append("\(error)") }
    }

    var faults: [String] { state.withLock { $0.faults } }

    /// Checks that a consumer was only ever given states that were committed, in their order.
    func checkHistory(of states: [(number: UInt64?, model: Model)], _ consumer: String) {
        let history = state.withLock { $0.history }
        var place = 0
        for state in states {
            let found = history[place...].firstIndex { entry in
                (entry.number == nil || state.number == nil || entry.number == state.number)
                    && entry.model.isSame(as: state.model)
            }
            guard let found else {
                return fault("law 1", "\(consumer) was given \(state.model), which was not committed at that point")
            }
            place = found
        }
    }
}

extension Error {
    fileprivate var isOfFinishedSource: Bool { (self as? EditError)?.code == .finished }
}
