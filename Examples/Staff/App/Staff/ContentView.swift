import StaffModel
import SwiftUI

/// The same list twice: with SwiftUI, and with the platform's older toolkit.
struct ContentView: View {
    let session: Session

    var body: some View {
        if let server = session.server, let screen = session.screen {
            TabView {
                Tab("SwiftUI", systemImage: "person.2") {
                    NavigationStack { StaffListView(screen: screen, server: server) }
                }
                Tab(PlatformScreen.toolkit, systemImage: "list.bullet") { PlatformScreen(screen: screen) }
            }
        } else if let problem = session.problem {
            Text(problem)
        } else {
            ProgressView()
        }
    }
}
