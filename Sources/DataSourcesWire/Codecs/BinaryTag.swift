/// The first byte of a frame, and of a value.
enum BinaryTag: UInt8 {
    case hello = 1, reset, part, changes, heartbeat, end, shapes, digest

    /// Changes in the form of version 2, with the flags below and the kinds of changes of items.
    static let shortChanges: UInt8 = 0x80
    /// The frame has more flags, tables of its own, sections.
    static let (more, tables, sections): (UInt8, UInt8, UInt8) = (0x10, 0x20, 0x40)

    static let null: UInt8 = 0
    static let `false`: UInt8 = 1
    static let `true`: UInt8 = 2
    static let integer: UInt8 = 3
    static let unsigned: UInt8 = 4
    static let double: UInt8 = 5
    static let string: UInt8 = 6
    static let array: UInt8 = 7
    static let object: UInt8 = 8
    /// With the number of UTF-8 bytes, below 64.
    static let shortString: UInt8 = 0x40
    /// With the value, below 32.
    static let smallInteger: UInt8 = 0x20
    /// With the number of the shape, below 64.
    static let smallShape: UInt8 = 0x80
    /// With the number of elements, below 32.
    static let shortArray: UInt8 = 0xC0
    /// With the distance from the last integer of the same field, from -16 up to 15, plus 16.
    static let nearInteger: UInt8 = 0xE0
}

/// What is rare in changes, a bit each.
struct ChangeFlags: OptionSet {
    let rawValue: UInt8

    /// The version after is not the next one.
    static let skips = ChangeFlags(rawValue: 1)
    /// There are changes of sections.
    static let sections = ChangeFlags(rawValue: 2)
    /// There are commands, that are named or not.
    static let commands = ChangeFlags(rawValue: 4)
    static let unknownCommands = ChangeFlags(rawValue: 8)
    static let all: ChangeFlags = [.skips, .sections, .commands, .unknownCommands]

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init(_ changes: WireChanges) {
        self = []
        if changes.version != changes.base &+ 1 { insert(.skips) }
        if !changes.sections.isEmpty { insert(.sections) }
        switch changes.commands {
        case .named([]): break
        case .named: insert(.commands)
        case .unknown: insert(.unknownCommands)
        }
    }
}

/// The end of the last run, from which the next position is measured.
struct BinaryCursor {
    var section = 0
    var item = 0
}
