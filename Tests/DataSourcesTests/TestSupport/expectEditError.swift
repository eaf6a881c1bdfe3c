import DataSources
import Testing

/// Expects an edit to throw this error, which names exactly these ids, in this order.
func expectEditError(
    _ code: EditError.Code, ids: [Int], sourceLocation: SourceLocation, _ edit: () throws -> Void
) throws {
    var thrown: EditError?
    do { try edit() } catch let error as EditError { thrown = error }
    #expect(thrown?.code == code, sourceLocation: sourceLocation)
    #expect(thrown?.ids.compactMap { $0.as(Int.self) } == ids, sourceLocation: sourceLocation)
    #expect(thrown?.message.isEmpty == false, sourceLocation: sourceLocation)
}
