import Foundation

/// A bridge, and a network namespace with one address for each process; methods block.
struct Network: Sendable {
    /// The third part is for the kinds of processes.
    private static let prefix = "10.213.0"
    private static let host = "\(prefix).254"
    /// The names of all places, each with its address.
    let places: [(name: String, address: String)]

    /// Makes everything.
    init(servers: Int, writers: Int, relays: Int, clients: Int) throws {
        var places: [(String, String)] = []
        for (letter, count, first) in [("n", servers, 1), ("w", writers, 11), ("r", relays, 21), ("c", clients, 31)] {
            for number in 0..<count { places.append(("\(letter)\(number + 1)", "\(Self.prefix).\(first + number)")) }
        }
        self.places = places
        let bridge = "\(Janitor.prefix)-br"
        try shell(["ip", "link", "add", bridge, "type", "bridge"])
        try shell(["ip", "address", "add", "\(Self.host)/24", "dev", bridge])
        try shell(["ip", "link", "set", bridge, "up"])
        for (name, address) in places {
            let (space, link) = (Self.space(name), Self.link(name))
            try shell(["ip", "netns", "add", space])
            try shell(["ip", "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", space])
            try shell(["ip", "link", "set", link, "master", bridge, "up"])
            try shell(["ip", "-n", space, "address", "add", "\(address)/24", "dev", "eth0"])
            try shell(["ip", "-n", space, "link", "set", "eth0", "up"])
            try shell(["ip", "-n", space, "link", "set", "lo", "up"])
        }
    }

    private static func space(_ name: String) -> String { "\(Janitor.prefix)-\(name)" }
    // Names of links have at most 15 characters.
    private static func link(_ name: String) -> String { "\(Janitor.prefix)-\(name)v" }

    func address(_ name: String) -> String { places.first { $0.name == name }?.address ?? "" }

    /// What a command begins with that runs in a place.
    func command(in name: String) -> [String] { ["ip", "netns", "exec", Self.space(name)] }

    /// Pulls the cable of a place, or plugs it in.
    func setLink(_ name: String, isUp: Bool) throws {
        try shell(["ip", "link", "set", Self.link(name), isUp ? "up" : "down"])
    }

    /// Two places cannot reach each other, or can again.
    func setCut(_ one: String, _ other: String, isCut: Bool) throws {
        for (from, to) in [(one, other), (other, one)] {
            let route = ["blackhole", "\(address(to))/32"]
            try shell(["ip", "-n", Self.space(from), "route", isCut ? "replace" : "del"] + route)
        }
    }
}
