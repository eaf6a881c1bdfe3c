import DataSources

let players = try ListSource([Player(id: "Ada", score: 3), Player(id: "Bob", score: 5)])
let subscription = players.subscribe()

try await players.transaction { list in
    try list.update(id: "Ada") { $0.score += 4 }
    try list.append(Player(id: "Cem", score: 1))
}
try await players.remove(id: "Bob")
await checkBoard(of: players)
await players.finish()

for await update in subscription {
    print(update)
    print(update.after.map { "\($0.id) \($0.score)" })
}
checkErrors(of: [Player(id: "Ada", score: 3), Player(id: "Ada", score: 4)])
