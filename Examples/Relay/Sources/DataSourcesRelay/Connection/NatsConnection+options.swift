import CNats

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension NatsConnection {
    /// Connects; blocks.
    static func connect(_ settings: NatsSettings, _ events: ConnectionEvents) throws(NatsError) -> OpaquePointer {
        if let problem = settings.problem { throw NatsError(.settings, problem) }
        var options: OpaquePointer?
        var status = natsOptions_Create(&options)
        defer { natsOptions_Destroy(options) }
        func set(_ what: String, _ body: () -> natsStatus) throws(NatsError) {
            status = body()
            guard status == NATS_OK else { throw NatsError(.settings, "\(what) cannot be used: \(lastError(status))") }
        }
        // One for each subscription: one that waits for its reader holds up no other.
        try set("the client") { natsOptions_UseGlobalMessageDelivery(options, false) }
        try set("servers \(settings.servers)") { setServers(settings.servers, options) }
        try set("the name \(settings.name)") { natsOptions_SetName(options, settings.name) }
        try set("connectLimit") { natsOptions_SetTimeout(options, settings.connectLimit.milliseconds) }
        try set("writeLimit") { natsOptions_SetWriteDeadline(options, settings.writeLimit.milliseconds) }
        // By default, the connection is closed for good after 60 attempts.
        try set("reconnecting") { natsOptions_SetMaxReconnect(options, -1) }
        try set("reconnecting") { natsOptions_SetReconnectWait(options, 200) }
        try set("reconnecting") { natsOptions_SetReconnectJitter(options, 100, 500) }
        // By default, 8 MB of requests are kept while there is no connection, and sent when nobody expects them any more.
        try set("reconnecting") { natsOptions_SetReconnectBufSize(options, 0) }
        // By default, a thread collects requests for a millisecond, which here are sent one at a time.
        try set("sending") { natsOptions_SetSendAsap(options, true) }
        try set("pings") { natsOptions_SetPingInterval(options, 2_000) }
        try set("pings") { natsOptions_SetMaxPingsOut(options, 2) }
        try setCredentials(settings.credentials, set, options)
        if let tls = settings.tls {
            try set("TLS") { natsOptions_SetSecure(options, true) }
            if let file = tls.authorities {
                try set("the file of authorities \(file)") { natsOptions_LoadCATrustedCertificates(options, file) }
            }
            if let (file, key) = tls.certificate {
                try set("the certificate \(file) with the key \(key)") {
                    natsOptions_LoadCertificatesChain(options, file, key)
                }
            }
        }
        try set("handlers") { events.listen(options) }
        var connection: OpaquePointer?
        status = natsConnection_Connect(&connection, options)
        if status == NATS_OK, let connection { return connection }
        throw failure(status, settings)
    }

    private static func setServers(_ servers: [String], _ options: OpaquePointer?) -> natsStatus {
        // Not natsOptions_SetURL: it takes one address, and a list fails later, with another error.
        var pointers = servers.map { UnsafePointer(strdup($0)) }
        defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
        return pointers.withUnsafeMutableBufferPointer {
            natsOptions_SetServers(options, $0.baseAddress, Int32($0.count))
        }
    }

    private static func setCredentials(
        _ credentials: NatsSettings.Credentials, _ set: (String, () -> natsStatus) throws(NatsError) -> Void,
        _ options: OpaquePointer?
    ) throws(NatsError) {
        switch credentials {
        case .none: break
        case .user(let user, let password):
            try set("the user \(user)") { natsOptions_SetUserInfo(options, user, password) }
        case .token(let token):
            try set("the token") { natsOptions_SetToken(options, token) }
        case .file(let path):
            // libnats reads it on connecting only.
            guard access(path, R_OK) == 0 else {
                throw NatsError(.settings, "the credentials file \(path) cannot be read; check path and rights")
            }
            try set("the credentials file \(path)") { natsOptions_SetUserCredentialsFromFiles(options, path, nil) }
        }
    }

    private static func failure(_ status: natsStatus, _ settings: NatsSettings) -> NatsError {
        let text = lastError(status)
        // Without the passwords that a URL may have.
        let servers = settings.servers.map { $0.split(separator: "@").last.map(String.init) ?? $0 }
            .joined(separator: ", ")
        switch status {
        case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED:
            return NatsError(.refused, "\(servers): \(text); check user, password, token or credentials file")
        case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_WANTED, NATS_SECURE_CONNECTION_REQUIRED:
            return NatsError(.refused, "\(servers): \(text); check the TLS settings of both sides")
        case NATS_ADDRESS_MISSING, NATS_INVALID_ARG:
            return NatsError(.settings, "\(servers): \(text); a server is written nats://host:4222")
        default:
            return NatsError(.unreachable, "\(servers): \(text); start a server there, or try again later")
        }
    }

    /// The text of the last error of this thread.
    private static func lastError(_ status: natsStatus) -> String {
        if let text = nats_GetLastError(nil), text.pointee != 0 { return String(cString: text) }
        return String(cString: natsStatus_GetText(status))
    }
}
