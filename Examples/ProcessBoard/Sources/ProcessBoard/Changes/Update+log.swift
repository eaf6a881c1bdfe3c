import DataSources
import TerminalViews

extension Update where Snapshot == ListSnapshot<Process> {
    /// The log's lines for this update: who came, who went, what changed and who changed places.
    ///
    /// - Parameter limit: How many lines each kind of change may take; what is left over is counted in one more, and so
    ///   is what only wavers. `nil` prints all.
    /// - Returns: The lines, kind by kind.
    func log(limit: Int? = nil) -> [Line] {
        let started = changes.insertions.compactMap { after[$0] }.map { Line.log("+", .green, $0) }
        let ended = changes.deletions.compactMap { before[$0] }.map { Line.log("-", .red, $0) }
        let updated = updatedProcesses(steadied: limit != nil).compactMap { old, new in
            let difference = new.difference(from: old)
            // Time passes for whoever works: no news.
            return difference.isEmpty ? nil : Line.log("~", .yellow, new, difference)
        }
        // Far down the table rows change places all the time, and nobody looks there. A row can also change places and
        // keep its number, when one above it went and another came: no arrow can show that.
        let moved = changes.moves.filter { $0.after < Self.watchedRows && $0.before != $0.after }.compactMap { pair in
            after[pair.after].map { Line.log("↕", .blue, $0, "\(pair.before + 1) → \(pair.after + 1)") }
        }
        return Self.cut(started, to: limit, of: started.count, "+", .green, "came")
            + Self.cut(ended, to: limit, of: ended.count, "-", .red, "went")
            + Self.cut(
                updated, to: limit, of: limit == nil ? updated.count : changes.updates.count, "~", .yellow, "changed")
            + Self.cut(moved, to: limit, of: changes.moves.count, "↕", .blue, "moved")
    }

    /// How many changes there are of each kind.
    var summary: String {
        "+\(changes.insertions.count) -\(changes.deletions.count) ~\(changes.updates.count) ↕\(changes.moves.count)"
    }

    /// What each process that changed was and is, the greatest changes first: they are the ones to see.
    private func updatedProcesses(steadied: Bool) -> [(old: Process, new: Process)] {
        var pairs: [(old: Process, new: Process)] = []
        for pair in changes.updates {
            guard let old = before[pair.before], let new = after[pair.after] else { continue }
            let seen = steadied ? new.steadied(against: old) : new
            if seen != old { pairs.append((old, seen)) }
        }
        return pairs.sorted { abs($0.new.cpu - $0.old.cpu) > abs($1.new.cpu - $1.old.cpu) }
    }

    /// A move is worth a line when it ends among so many rows at the top.
    private static var watchedRows: Int { 5 }

    private static func cut(
        _ lines: [Line],
        to limit: Int?,
        of total: Int,
        _ sign: String,
        _ style: Style,
        _ what: String
    ) -> [Line] {
        let shown = lines.prefix(limit ?? .max)
        guard shown.count < total else { return Array(shown) }
        let rest = shown.isEmpty ? "\(total) \(what)" : "\(total - shown.count) more \(what)"
        return shown + [Line(sign, style) + Line(" \(rest)", .dim)]
    }
}

extension Line {
    /// A line such as `~ 4711 swift-build: cpu 3% → 41%`.
    fileprivate static func log(_ sign: String, _ style: Style, _ process: Process, _ details: String = "") -> Line {
        var line = Line(sign, style) + Line(" \(process.id.pid) ", .dim) + Line(process.name, givesWay: true)
        if !details.isEmpty { line.append(": \(details)", .dim) }
        return line
    }
}
