extension SourceFile {
    /// Calls whose body Swift 6.3.1 may run elsewhere than on the caller's actor, though it touches what belongs to the
    /// actor.
    ///
    /// These are closures passed to some functions of the standard library by a function that is
    /// `nonisolated(nonsending)`, as all are here by default. The compiler checks a body that is `@Sendable`, and so it
    /// does if no caller can have an actor, in a function that is `@concurrent`. A body that begins with
    /// `_ = isolation`, a parameter `isolated (any Actor)?` of the function, stays on the actor; a capture list alone
    /// does not help.
    var uncheckedBodies: [(number: Int, text: String)] {
        // Nested in a checked body, these functions need no check of their own, but get it too.
        let takesBody =
            #"await ([A-Za-z.$]*)(with(Throwing)?(Discarding)?TaskGroup|withTask(CancellationHandler|PriorityEscalationHandler)"#
            + #"|withTaskExecutorPreference|\.withValue)"#
        guard text.has(takesBody) else { return [] }
        var found: [(number: Int, text: String)] = []
        /// The call of which the body begins on this line or a later one.
        var call: (number: Int, text: String)?
        /// The call of which this line is the first of the body.
        var entered: (number: Int, text: String)?
        var hasAttribute = false
        var isConcurrent = false
        for line in lines where !line.text.has("^ *//") {
            if let call = entered, !line.text.has("^ *_ = isolation$") { found.append(call) }
            entered = nil
            if line.text.contains("@concurrent") { hasAttribute = true }
            if line.text.has(#"(^|[ (])func "#) { (isConcurrent, hasAttribute) = (hasAttribute, false) }
            if !isConcurrent, line.text.has(takesBody) { call = line }
            guard let begun = call else { continue }
            if line.text.contains("{") {
                call = nil
                if line.text.has(#"\{ *@Sendable"#) { continue }
                // Otherwise the body is on the same line.
                if line.text.has(#"(\{| in)$"#) { entered = begun } else { found.append(begun) }
            } else if line.text.hasSuffix(")") {
                // It is passed a function, which Swift runs where it belongs.
                call = nil
            }
        }
        return found + [call, entered].compactMap { $0 }
    }
}
