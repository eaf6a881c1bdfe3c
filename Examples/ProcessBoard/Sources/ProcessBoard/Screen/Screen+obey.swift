import Console
import DataSources
import TerminalViews

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension Screen {
    /// The selected process of the list that has the focus.
    func selectedProcess(in layout: Layout) -> Process? {
        switch board.list(in: layout) {
        case .table: return table.selectedRow
        case .users:
            guard case .item(let process, _) = users.selectedRow else { return nil }
            return process
        }
    }

    func press(_ key: Key, size: Size) -> KeyOutcome {
        press(key, size: size) { process, signal in views.send(signal, to: process) }
    }

    /// Does what a key asks for, in a window of a size.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - size: The window.
    ///   - send: Sends a process a signal; returns 0, or the number of an error.
    /// - Returns: What is left to do.
    func press(_ key: Key, size: Size, send: (Process, Int32) -> Int32) -> KeyOutcome {
        let layout = layout(in: size)
        let action = board.keyPressed(key, in: layout, selected: selectedProcess(in: layout))
        perform(action, key, layout, send)
        attach()
        needsDrawing()
        switch action {
        case .quit: return .quit
        case .redraw: return .redraw
        default: return .handled
        }
    }

    private func perform(_ action: Board.Action, _ key: Key, _ layout: Layout, _ send: (Process, Int32) -> Int32) {
        switch action {
        case .nothing, .quit, .redraw: break
        case .sort(let sorting): views.wishes.sorting.set(sorting)
        case .filter(let text): views.wishes.filter.set(text)
        case .rows(let command, .table): table.perform(command)
        case .rows(let command, .users):
            let before = users.selectedID
            users.perform(command)
            // A second click on a header folds it.
            if case .click = key, before == users.selectedID { fold(nil, onlyHeaders: true) }
        case .fold(let folds): fold(folds)
        case .foldAll(let folds):
            let all = Set(views.processes.snapshot.map(\.user))
            views.wishes.folded.set(folds ? all : [])
        case .send(let signal, let process): board.message = report(signal, process, send(process, signal.number))
        }
    }

    private func fold(_ folds: Bool?, onlyHeaders: Bool = false) {
        let user: User.ID
        switch users.selectedRow {
        case .header(let header, _): user = header.id
        case .item(let process, _) where !onlyHeaders: user = process.user
        case nil:
            board.message = Line(" no user is selected: choose one with ↑ and ↓", .yellow)
            return
        case .item: return
        }
        views.wishes.folded.update { folded in
            if folds ?? !folded.contains(user) { folded.insert(user) } else { folded.remove(user) }
        }
    }

    private func report(_ signal: SignalChoice.Signal, _ process: Process, _ error: Int32) -> Line {
        let target = "\(process.id.pid) \(process.name)"
        if error == 0 { return Line(" \(signal.name) sent to \(target)", .green) }
        return Line(" \(signal.name) not sent to \(target): \(String(cString: strerror(error)))", .red)
    }
}

extension Views {
    /// Sends a process a signal, if it still is the process that was chosen.
    ///
    /// - Returns: 0, or the number of the error.
    func send(_ signal: Int32, to process: Process) -> Int32 {
        // Its id may have been given to another one meanwhile.
        guard processes.snapshot.contains(id: process.id), process.id.pid > 0 else { return ESRCH }
        return kill(process.id.pid, signal) == 0 ? 0 : errno
    }
}
