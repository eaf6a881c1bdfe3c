/// Makes the compiler check each closure of a chain of operators by itself.
///
/// The compiler checks a closure that is one expression together with the rest of its statement. In a chain it would try
/// the overloads of `+` or `>` in one closure with those in all others, and give up. It checks the closures of a result
/// builder one after the other, so its time grows only with the length of the chain.
///
/// You write closures as without it: an expression, `if` and `switch` as expressions, declarations before the
/// expression, or statements that `return`.
@resultBuilder
public enum OperatorClosure<Result> {
    // They are transparent so that a debug build does not call them for each item.

    /// The value of an expression.
    @_transparent
    public static func buildExpression(_ result: Result) -> Result { result }

    /// The value of the only expression.
    @_transparent
    public static func buildBlock(_ result: Result) -> Result { result }

    /// The value of the first of two branches.
    @_transparent
    public static func buildEither(first result: Result) -> Result { result }

    /// The value of the second of two branches.
    @_transparent
    public static func buildEither(second result: Result) -> Result { result }
}
