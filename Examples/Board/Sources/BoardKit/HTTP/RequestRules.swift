import HTTPTypes
import Hummingbird
import NIOCore

/// Who may send what: protects the board from the pages of other sites in the user's browser.
struct RequestRules: Sendable {
    /// The names, besides `localhost` and addresses, under which the server may be reached.
    let names: Set<String>

    init(names: some Sequence<String>) {
        self.names = Set(names.map { $0.lowercased() } + ["localhost"])
    }

    /// Checks any request.
    ///
    /// A name that somebody else controls can be made to lead here (DNS rebinding). An address cannot.
    func check(_ request: Request) throws(Refusal) {
        guard let authority = request.head.authority, allows(host(of: authority)) else {
            throw Refusal(.unknownHost, "this server does not answer to that name; see --allow-host")
        }
    }

    /// Checks a request that edits.
    func checkCommand(_ request: Request) throws(Refusal) {
        let site = request.headers[.secFetchSite]
        guard site == nil || site == "same-origin" || site == "none" else {
            throw Refusal(.foreignOrigin, "commands of other sites are refused")
        }
        if let origin = request.headers[.origin]?.lowercased() {
            let authority = request.head.authority?.lowercased() ?? ""
            guard origin == "http://\(authority)" || origin == "https://\(authority)" else {
                throw Refusal(.foreignOrigin, "commands of other sites are refused")
            }
        }
        let type = request.headers[.contentType]?.split(separator: ";").first?.trimmed.lowercased()
        guard type == "application/json" else {
            throw Refusal(.notJSON, "a command has Content-Type: application/json")
        }
    }

    private func host(of authority: String) -> String {
        if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return String(authority.prefix { $0 != ":" }).lowercased()
    }

    private func allows(_ host: String) -> Bool {
        names.contains(host) || (try? SocketAddress(ipAddress: host, port: 0)) != nil
    }
}

extension HTTPField.Name {
    static let secFetchSite = Self("Sec-Fetch-Site")!
    static let lastEventID = Self("Last-Event-ID")!
}
