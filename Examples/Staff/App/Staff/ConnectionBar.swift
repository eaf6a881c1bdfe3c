import DataSources
import StaffModel
import SwiftUI

/// How the list is connected, what waits, what went wrong, and the switch of the server.
struct ConnectionBar: View {
    let screen: StaffScreen
    let server: LocalServer
    @AppStorage(serverKey) private var isServerOn = true

    /// Where it is kept whether the server is on.
    static let serverKey = "isServerOn"

    var body: some View {
        VStack(alignment: .leading) {
            if let problem = screen.problem {
                HStack {
                    Label(problem, systemImage: "exclamationmark.triangle")
                    Spacer()
                    Button("OK") { screen.problem = nil }
                }
            }
            HStack {
                Label(status, systemImage: isLive ? "checkmark.icloud" : "icloud.slash")
                Spacer()
                if !isLive { Button("Try now") { screen.connect() } }
                Toggle("Server", isOn: $isServerOn)
            }
        }
        .padding()
        .background(.bar)
        .onChange(of: isServerOn) { _, isOn in
            Task { await server.setReachable(isOn) }
        }
    }

    private var isLive: Bool { screen.connection == .ready }

    private var status: String {
        let waiting = screen.waiting == 0 ? "" : ", \(screen.waiting) edits wait"
        return switch screen.connection {
        case .loading: "Connecting\(waiting)"
        case .ready: "Live\(waiting)"
        // A new attempt has ended the one before.
        case .stale(let failure) where failure.error is CancellationError: "Connecting\(waiting)"
        case .stale(let failure): "Offline: \(failure.error)\(waiting)"
        case .failed(let failure): "Given up: \(failure.error)\(waiting)"
        case .finished: "The list has ended\(waiting)"
        }
    }
}
