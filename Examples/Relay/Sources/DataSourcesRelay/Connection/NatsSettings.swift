import Foundation

/// How to reach servers of NATS.
public struct NatsSettings: Sendable {
    /// The URLs of servers of one cluster, such as `nats://10.0.0.1:4222`.
    ///
    /// One that answers is enough; others of the cluster become known through it.
    public var servers: [String]
    /// What the servers' monitoring calls this client.
    public var name = "DataSources"
    /// What the client proves itself with; a URL may have a user and a password of its own.
    public var credentials = Credentials.none
    /// Encryption; `nil` leaves it to the servers and to URLs with `tls://`.
    public var tls: TLS?
    /// How long a connection may take to be made.
    public var connectLimit = Duration.seconds(3)
    /// How long an answer may take.
    ///
    /// An election takes 4 to 10 seconds, and callers try again. A longer limit delays what a lost answer leads to.
    public var answerLimit = Duration.seconds(5)
    /// How long a full socket may block before the connection counts as lost.
    public var writeLimit = Duration.seconds(2)

    /// Creates settings.
    public init(servers: [String]) {
        self.servers = servers
    }

    /// What a client proves itself with.
    public enum Credentials: Sendable {
        /// Nothing.
        case none
        /// A user and a password.
        case user(String, password: String)
        /// A token.
        case token(String)
        /// The path of a credentials file (`.creds`) with a JWT and a seed.
        case file(String)
    }

    /// The files of an encrypted connection, in PEM.
    public struct TLS: Sendable {
        /// The path of the authorities that are trusted; `nil` for those of the system.
        public var authorities: String?
        /// The paths of the client's certificate and of its key, if the servers ask for one.
        public var certificate: (file: String, key: String)?

        /// Creates settings of an encrypted connection.
        public init(authorities: String? = nil, certificate: (file: String, key: String)? = nil) {
            (self.authorities, self.certificate) = (authorities, certificate)
        }
    }
}

extension NatsSettings {
    /// What is wrong with the servers.
    ///
    /// `nil` if nothing is. libnats takes what is no address for a server that is away.
    var problem: String? {
        if servers.isEmpty { return "there are no servers" }
        guard let server = servers.first(where: { !Self.isAddress($0) }) else { return nil }
        return "\"\(server.split(separator: "@").last ?? "")\" is no address of a server; write nats://host:4222"
    }

    private static func isAddress(_ server: String) -> Bool {
        var rest = server[...]
        if let scheme = rest.range(of: "://") {
            guard ["nats", "tls"].contains(rest[..<scheme.lowerBound]) else { return false }
            rest = rest[scheme.upperBound...]
        }
        if let user = rest.lastIndex(of: "@") { rest = rest[rest.index(after: user)...] }
        if rest.last == "/" { rest.removeLast() }
        // The address of IPv6 is in brackets.
        if let colon = rest.lastIndex(of: ":"), rest.last != "]" {
            guard let port = UInt16(rest[rest.index(after: colon)...]), port > 0 else { return false }
            rest = rest[..<colon]
        }
        return !rest.isEmpty && !rest.contains { $0.isWhitespace || $0 == "/" || $0 == "," }
    }
}

extension Duration {
    /// Whole milliseconds, as libnats takes them; at least 1.
    var milliseconds: Int64 {
        max(1, components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
