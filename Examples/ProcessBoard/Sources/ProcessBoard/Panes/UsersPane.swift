import DataSources
import TerminalViews

/// The tree: a section a user, the header first and the processes below it.
enum UsersPane {
    typealias Users = SectionedSnapshot<User, Process>

    /// The tree in so many lines: all headers if they have room, and the lines left over dealt out among the sections.
    static func lines(_ users: Users, width: Int, height: Int) -> [Line] {
        guard height > 0 else { return [] }
        let rows = deal(max(0, height - users.count), among: users.map(\.items.count))
        let lines = zip(users, rows).flatMap { section, rows in
            [header(section.header, width: width)] + branches(section.items, rows: rows)
        }
        guard lines.count > height else { return lines }
        let left = users.count - (height - 1)
        return lines.prefix(height - 1) + [Line("  … \(left) more users", .dim)]
    }

    /// One row of the tree: the header of a user, or a process below it.
    static func row(_ row: SectionRow<User, Process>, width: Int) -> Line {
        switch row {
        case .header(let user, let items): header(user, width: width, isFolded: items < user.count)
        case .item(let process, let isLast): branch(process, isLast: isLast)
        }
    }

    /// Deals lines out in turn, so that the greedy take from nobody: `deal(5, among: [1, 9, 2])` is `[1, 2, 2]`.
    ///
    /// In each turn whoever wishes for most comes first: there most would stay unseen.
    static func deal(_ lines: Int, among wishes: [Int]) -> [Int] {
        var dealt = wishes.map { _ in 0 }
        var left = lines
        let order = wishes.indices.sorted { (wishes[$1], $0) < (wishes[$0], $1) }
        while left > 0, dealt != wishes {
            for index in order where dealt[index] < wishes[index] && left > 0 {
                dealt[index] += 1
                left -= 1
            }
        }
        return dealt
    }

    private static func header(_ user: User, width: Int, isFolded: Bool = false) -> Line {
        let name = Line(isFolded ? "▸ " : "▾ ", isFolded ? .yellow : .dim) + Line(user.name.left(10), .bold)
        let cpu = Line("\(user.cpu)%".right(6), .load(user.cpu))
        guard width >= 32 else { return name + Line("\(user.count)".right(5)) + cpu }
        let processes = user.count == 1 ? "1 process" : "\(user.count) processes"
        let memory = width >= 39 ? Line(user.memory.asMemory.right(7), .dim) : Line()
        return name + Line(processes.right(14)) + cpu + memory
    }

    /// The first of a section's processes; the last line counts those that have none.
    private static func branches(_ processes: ListSnapshot<Process>, rows: Int) -> [Line] {
        guard rows > 0 else { return [] }
        return processes.prefix(rows).enumerated().map { offset, process in
            let isLast = offset == min(rows, processes.count) - 1
            let rest = isLast && rows < processes.count ? " and \(processes.count - rows) more" : ""
            return branch(process, isLast: isLast) + Line(rest, .dim)
        }
    }
    private static func branch(_ process: Process, isLast: Bool) -> Line {
        Line(isLast ? "  └ " : "  ├ ", .dim) + Line("\(process.cpu)%".right(4), .load(process.cpu))
            + Line(" ") + Line(process.name, givesWay: true) + Line(" \(process.id.pid)", .dim)
    }
}
