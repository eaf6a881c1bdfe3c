import Foundation
import StaffModel
import SwiftUI

#if canImport(AppKit) && !canImport(UIKit)
import AppKit
#endif

@main
struct StaffApp: App {
    @State private var session = Session()

    var body: some Scene {
        WindowGroup { ContentView(session: session) }
    }
}

/// What lives as long as the app: the list, and the server that it talks to.
@Observable
final class Session {
    private(set) var server: LocalServer?
    private(set) var screen: StaffScreen?
    /// Why there is no list.
    private(set) var problem: String?

    init() {
        Task { await run() }
    }

    /// Runs the server and the list, for the life of the app.
    private func run() async {
        #if canImport(AppKit) && !canImport(UIKit)
        // Without a bundle, as `swift run` starts it, a program has no window in front otherwise.
        NSApplication.shared.setActivationPolicy(.regular)
        NSApplication.shared.activate()
        #endif
        do {
            let support = try FileManager.default.url(
                for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
            let folder = support.appending(path: "DataSources Staff")
            let server = try await LocalServer(keepingIn: folder.appending(path: "server.list"), or: .samples)
            // As it was switched when the app ended.
            let isOn = UserDefaults.standard.object(forKey: ConnectionBar.serverKey) as? Bool ?? true
            await server.setReachable(isOn)
            let screen = StaffScreen(of: server, keptIn: folder)
            (self.server, self.screen) = (server, screen)
            async let serving: Void = server.run()
            await screen.run()
            await serving
        } catch {
            problem = "\(error)"
        }
    }
}
