import DataSources

/// Why an edit is refused, as a model says it and as a draft does.
enum Refusal: Error, Equatable {
    /// The draft's own refusal: what kind it is, and the ids it names.
    case edit(EditError.Code, Set<AnyID>)
    /// What a closure has thrown.
    case thrown

    static func item(_ id: some Identity) -> Refusal { .edit(.unknownItem, [AnyID(id)]) }
    static func section(_ id: some Identity) -> Refusal { .edit(.unknownSection, [AnyID(id)]) }
    static func identity(_ old: some Identity, _ new: some Identity) -> Refusal {
        .edit(.identityChanged, [AnyID(old), AnyID(new)])
    }
    static var position: Refusal { .edit(.positionOutOfRange, []) }

    /// What is thrown when ids are there twice.
    static func check<ID: Identity>(unique ids: [ID], _ code: EditError.Code) throws(Refusal) {
        var seen: Set<ID> = []
        let twice = ids.filter { !seen.insert($0).inserted }
        if !twice.isEmpty { throw .edit(code, Set(twice.map { AnyID($0) })) }
    }

    /// What a draft has thrown; every id is to be named once.
    init(_ error: any Error) throws(Fault) {
        switch error {
        case let error as EditError:
            if Set(error.ids).count != error.ids.count { throw Fault("law 10: \(error) names ids twice: \(error.ids)") }
            if error.message.isEmpty { throw Fault("\(error.code) says nothing") }
            self = .edit(error.code, Set(error.ids))
        case is Thrown: self = .thrown
        case let fault as Fault: throw fault
        default: throw Fault("law 15: an error of another type: \(error)")
        }
    }
}

/// What closures throw here.
struct Thrown: Error {}

/// Makes an edit in a model and in a draft: both make it, or both refuse it for the same reason.
///
/// A model that refuses is as it was before.
func compare<Model, Draft: ~Copyable>(
    _ verb: String,
    _ model: inout Model,
    _ draft: inout Draft,
    inModel: (inout Model) throws(Refusal) -> Void,
    inDraft: (inout Draft) throws -> Void
) throws(Fault) {
    try compareResults(verb, &model, &draft) { model throws(Refusal) in
        try inModel(&model)
        return true
    } inDraft: { draft in
        try inDraft(&draft)
        return true
    }
}

/// Makes an edit in a model and in a draft: both make it with the same result, or both refuse it for the same reason.
func compareResults<Model, Draft: ~Copyable, Result: Equatable>(
    _ verb: String,
    _ model: inout Model,
    _ draft: inout Draft,
    inModel: (inout Model) throws(Refusal) -> Result,
    inDraft: (inout Draft) throws -> Result
) throws(Fault) {
    let before = model
    var expected: Result?
    var expectedRefusal: Refusal?
    do {
        expected = try inModel(&model)
    } catch {
        expectedRefusal = error
        model = before
    }
    var result: Result?
    var refusal: Refusal?
    do {
        result = try inDraft(&draft)
    } catch {
        refusal = try Refusal(error)
    }
    if result != expected || refusal != expectedRefusal {
        throw Fault(
            """
            \(verb): the draft gave \(result.map { "\($0)" } ?? "nothing"), \(refusal.map { "\($0)" } ?? "no refusal"), \
            not \(expected.map { "\($0)" } ?? "nothing"), \(expectedRefusal.map { "\($0)" } ?? "no refusal")
            before: \(before)
            """
        )
    }
}
