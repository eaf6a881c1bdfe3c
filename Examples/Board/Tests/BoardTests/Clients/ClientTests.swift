import NIOCore
import Testing

@testable import BoardKit

@Suite struct ClientTests {
    private static func client(_ address: String) throws -> Client {
        Client(try SocketAddress(ipAddress: address, port: 1))
    }

    @Test func `A client is an IPv4 address, or a network of IPv6 addresses`() throws {
        #expect(try Self.client("192.0.2.1") == Self.client("192.0.2.1"))
        #expect(try Self.client("192.0.2.1") != Self.client("192.0.2.2"))
        #expect(try Self.client("::ffff:192.0.2.1") == Self.client("192.0.2.1"))
        #expect(try Self.client("2001:db8:1:2::1") == Self.client("2001:db8:1:2:3:4:5:6"))
        #expect(try Self.client("2001:db8:1:2::1") != Self.client("2001:db8:1:3::1"))
        #expect(try Self.client("::1") != Self.client("0.0.0.1"))
        #expect(Client(nil) == Client(nil))
    }
}
