import Observation

/// What can be undone and redone: for each edit the one that takes it back.
@MainActor
@Observable
final class UndoHistory {
    private(set) var undo: [StaffCommand] = []
    private(set) var redo: [StaffCommand] = []

    /// How many edits can be undone.
    private static let limit = 100

    /// An edit was made.
    func made(inverse: StaffCommand) {
        undo = undo.suffix(Self.limit - 1) + [inverse]
        redo = []
    }

    /// The edit that was made last is taken back.
    func takeUndo() -> StaffCommand? { undo.popLast() }

    /// The edit that was undone last is made again.
    func takeRedo() -> StaffCommand? { redo.popLast() }

    func undone(inverse: StaffCommand) { redo.append(inverse) }

    func redone(inverse: StaffCommand) { undo.append(inverse) }
}
