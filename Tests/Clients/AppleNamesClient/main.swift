// Uses the types of the library by their plain names in a file that imports what an app imports. It need only compile:
// a name that two modules declare is ambiguous. Where Apple's frameworks are missing, stand-ins declare their names.
import Combine
import DataSources
import DataSourcesTesting
import Foundation
import Observation
import SwiftUI

#if canImport(AppKit)
import AppKit
#endif
#if canImport(UIKit)
import UIKit
#endif

struct Player: Identifiable, Equatable, Sendable {
    let id: String
    var team: Int
}

struct Team: Identifiable, Equatable, Sendable {
    let id: Int
}

let players = try ListSource([Player(id: "Ada", team: 1), Player(id: "Bob", team: 2)])
let teams = try SectionedSource([ItemSection(Team(id: 1), items: [Player(id: "Cem", team: 1)])])
let subscription: SnapshotSubscription<ListSnapshot<Player>> = players.subscribe()
let window = Parameter(ListWindow<Player.ID>(start: 0, count: 1))
let shown: DerivedSource<ListSnapshot<Player>> = players.window(window)
let grouped: DerivedSource<SectionedSnapshot<GroupHeader<Int>, Player>> = players.grouped(by: \.team)
let path = ItemPath(section: 0, item: 0)
let clock = ManualClock()

try await players.append(Player(id: "Dan", team: 1))
await players.finish()
for await update: Update<ListSnapshot<Player>> in subscription { print(update) }
print(teams.snapshot[path]?.id ?? "nobody", await shown.snapshot.count, await grouped.snapshot.count, clock.now)
