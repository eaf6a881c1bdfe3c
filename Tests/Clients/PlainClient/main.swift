import DataSources

// A package without upcoming features: what compiles here compiles for everybody.

let cards = try ListSource([Card(id: 1, title: "a", column: "todo"), Card(id: 2, title: "b", column: "done")])
try await checkDisplay(of: cards)
await checkObserved(of: cards)
await checkErrors()
await checkReading(of: cards)
print("a plain package compiles, and does what it should")
