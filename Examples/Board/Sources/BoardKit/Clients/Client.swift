import Foundation
import NIOCore

/// Who sends a request, as far as the server can tell: an address.
///
/// A network of IPv6 addresses that belong together, one for each household or machine, is one client.
struct Client: Hashable, Sendable {
    /// The bytes of an IPv4 address, or the first eight of an IPv6 one; zero for other connections.
    private var address: UInt64 = 0
    private var isShort = false

    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            self.address = UInt64(UInt32(bigEndian: address.address.sin_addr.s_addr))
            isShort = true
        case .v6(let address):
            withUnsafeBytes(of: address.address.sin6_addr) { bytes in
                let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
                isShort = bytes.prefix(12).elementsEqual(mapped)
                let part = isShort ? bytes.suffix(4) : bytes.prefix(8)
                self.address = part.reduce(0) { $0 << 8 | UInt64($1) }
            }
        case .unixDomainSocket, nil: break
        }
    }
}
