/// A part of a change that observers are told: first all are told that it comes, then everything changes, and then all
/// are told that it has.
struct ObservedMutation {
    var will: () -> Void = {}
    let apply: () -> Void
    var did: () -> Void = {}

    /// Makes all mutations as one: an observer that reads in between sees the state before.
    static func perform(_ mutations: [ObservedMutation]) {
        for mutation in mutations { mutation.will() }
        for mutation in mutations { mutation.apply() }
        for mutation in mutations { mutation.did() }
    }
}
