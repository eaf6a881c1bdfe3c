extension Ticket {
    private static let titles = [
        "Search finds words with accents", "Export the invoice as PDF", "Remember the window size",
        "Login fails after a password reset", "Translate the settings page", "Attach photos to a message",
        "Speed up the first start", "Explain why a payment was refused", "Show the time zone of a meeting",
        "Undo also restores attachments", "Larger buttons on touch screens", "Rename a shared folder",
        "Notify people who were mentioned", "Crash when the disk is full", "Dark colours for the calendar",
        "Import contacts from a file", "Keyboard shortcuts for the editor", "Archive projects nobody uses",
        "Scrolling stutters in long threads", "Preview of linked pages", "Merge duplicate contacts",
        "Warn before a draft is lost", "Sort comments by date", "Print only the selected pages",
        "Sync stops on weak networks", "Colour labels for calendars", "Drag files into a message",
        "Faster upload of videos", "Passkeys instead of passwords", "Weekly summary by mail",
        "Empty state for new projects", "Tabs forget their order", "Read receipts can be switched off",
        "Spell checking in two languages", "Share a link that expires", "Charts for the monthly report",
        "Screen reader skips the toolbar", "Move a card to another board", "Wrong plural in Polish",
        "Emoji picker opens off screen", "Clean up old backups", "Offer a trial without a card",
    ]
    private static let people = ["ME", "AB", "JK", "LW", "SO", "TN"]

    /// Tickets as a team might have them; the same ones for the same count.
    static func samples(_ count: Int) -> [Ticket] {
        var random = SplitMix(state: 4)
        return (0..<max(0, count)).map { Ticket.sample(id: $0 + 1, using: &random) }
    }

    /// A ticket that somebody adds.
    static func sample(id: Int, using random: inout some RandomNumberGenerator) -> Ticket {
        var title = titles[(id - 1) % titles.count]
        if id > titles.count { title += " (\((id - 1) / titles.count + 1))" }
        let (state, priority) = (Int.random(in: 0..<10, using: &random), Int.random(in: 0..<10, using: &random))
        return Ticket(
            id: id, title: title,
            state: state < 5 ? .todo : state < 8 ? .doing : .done,
            priority: priority < 1 ? .urgent : priority < 4 ? .high : priority < 8 ? .normal : .low,
            assignee: people.randomElement(using: &random) ?? "ME")
    }

    /// The number of the colour for the person.
    var assigneeColor: Int { Self.people.firstIndex(of: assignee) ?? 0 }
}

/// Random numbers that a seed decides.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
