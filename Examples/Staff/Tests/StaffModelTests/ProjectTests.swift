import Foundation
import Testing

/// The project of Xcode, which no test can open: it is a property list, and what it refers to is there.
struct ProjectTests {
    private static let staff = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let app = staff.appending(path: "App")

    private struct Project {
        let root: String
        let objects: [String: [String: Any]]

        init() throws {
            let file = ProjectTests.app.appending(path: "Staff.xcodeproj/project.pbxproj")
            let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
            let content = try #require(list as? [String: Any])
            root = try #require(content["rootObject"] as? String)
            objects = try #require(content["objects"] as? [String: [String: Any]])
        }

        func all(_ kind: String) -> [[String: Any]] { objects.values.filter { $0["isa"] as? String == kind } }

        /// Whether a text is an id, as Xcode makes them.
        static func isID(_ text: String) -> Bool { text.count == 24 && text.allSatisfy(\.isHexDigit) }

        /// The ids in a value.
        static func ids(in value: Any) -> [String] {
            switch value {
            case let text as String: isID(text) ? [text] : []
            case let list as [Any]: list.flatMap(ids)
            case let fields as [String: Any]: fields.keys.filter(isID) + fields.values.flatMap(ids)
            default: []
            }
        }
    }

    @Test func `every object is there, and used`() throws {
        let project = try Project()
        let used = Set(project.objects.values.flatMap { Project.ids(in: $0) } + [project.root])
        #expect(used == Set(project.objects.keys))
        #expect(project.objects[project.root]?["isa"] as? String == "PBXProject")
    }

    @Test func `its folder has the app, and each file belongs to it`() throws {
        let folders = try Project().all("PBXFileSystemSynchronizedRootGroup").compactMap { $0["path"] as? String }
        #expect(folders == ["Staff"])
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.app.appending(path: "Staff").path)
        #expect(files.contains("StaffApp.swift"))
        #expect(files.allSatisfy { $0.hasSuffix(".swift") })
    }

    @Test func `its packages are there and have its products`() throws {
        let project = try Project()
        let products = project.all("XCSwiftPackageProductDependency")
        #expect(products.count == 3)
        for product in products {
            let name = try #require(product["productName"] as? String)
            let reference = try #require(product["package"] as? String)
            let path = try #require(project.objects[reference]?["relativePath"] as? String)
            let manifest = Self.app.appending(path: path).appending(path: "Package.swift")
            let text = try String(contentsOf: manifest, encoding: .utf8)
            #expect(text.contains(".library(name: \"\(name)\""), "\(name) in \(path)")
        }
    }

    @Test func `the app is compiled as Xcode 26 compiles a new one, in Swift 6 mode`() throws {
        let project = try Project()
        let settings = project.all("XCBuildConfiguration").compactMap { $0["buildSettings"] as? [String: String] }
            .filter { $0["PRODUCT_NAME"] != nil }
        #expect(settings.count == 2)
        for settings in settings {
            #expect(settings["SWIFT_VERSION"] == "6.0")
            #expect(settings["SWIFT_DEFAULT_ACTOR_ISOLATION"] == "MainActor")
            #expect(settings["SWIFT_APPROACHABLE_CONCURRENCY"] == "YES")
            #expect(settings["SWIFT_UPCOMING_FEATURE_MEMBER_IMPORT_VISIBILITY"] == "YES")
            #expect(settings["IPHONEOS_DEPLOYMENT_TARGET"] == "18.0")
            #expect(settings["MACOSX_DEPLOYMENT_TARGET"] == "15.0")
        }
    }
}
