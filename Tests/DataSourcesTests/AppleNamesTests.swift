import Foundation
import TestKit
import Testing

/// Files that import Apple's frameworks can use every type of the library by its name.
struct AppleNamesTests {
    /// The types that files declare publicly, not inside another type.
    private static func publicTypes(in folder: String) throws -> Set<String> {
        let declaration =
            #/^(?:@\w+ )*public (?:final |indirect )?(?:struct|class|enum|actor|protocol|typealias) (\w+)/#
            .anchorsMatchLineEndings()
        return try Repository.code(in: folder).reduce(into: []) { names, text in
            for match in text.matches(of: declaration) { names.insert(String(match.1)) }
        }
    }

    @Test(arguments: ["SwiftUI", "Combine", "UIKit", "AppKit"])
    func `no public type has the name of a type of`(framework: String) throws {
        let ours = try Self.publicTypes(in: "Sources")
        let theirs = try Self.publicTypes(in: "Tests/Clients/StandIns/\(framework)")
        #expect(ours.count > 90 && theirs.count > 30, "names were not found")
        #expect(ours.isDisjoint(with: theirs), "\(ours.intersection(theirs).sorted())")
    }

    @Test func `no public type has the name of a type of Foundation`() {
        // The compiler's file of the client that imports Foundation and Observation says it for the names it uses.
        for name in (try? Self.publicTypes(in: "Sources")) ?? [] {
            #expect(_typeByName("10Foundation\(name.count)\(name)V") == nil, "Foundation has a struct \(name)")
            #expect(_typeByName("10Foundation\(name.count)\(name)C") == nil, "Foundation has a class \(name)")
            #expect(_typeByName("10Foundation\(name.count)\(name)O") == nil, "Foundation has an enum \(name)")
        }
    }
}
