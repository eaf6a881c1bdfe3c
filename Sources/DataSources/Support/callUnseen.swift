/// Calls a closure where the optimizer does not see it.
///
/// The optimizer copies a function for each closure that it is called with, if the function calls the closure itself.
/// If it calls the closure this way, there is one copy for all closures. That costs the client's compiler less, and
/// little time if the closure does much.
@usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
func callUnseen(_ body: () -> Void) { body() }
