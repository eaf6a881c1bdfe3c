import HTTPTypes
import Hummingbird

/// Checks each request, sends refusals as JSON, and adds the headers that tell browsers what the page may do.
struct GuardMiddleware: RouterMiddleware {
    typealias Context = BoardContext

    let rules: RequestRules

    func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            try rules.check(request)
            response = try await next(request, context)
        } catch let refusal as Refusal {
            response = .json(Answer.refused(refusal), status: refusal.status)
        } catch let error as any HTTPResponseError {
            response = .json(Answer.refused(Self.refusal(error.status)), status: error.status)
        }
        if response.status == .tooManyRequests { response.headers[.retryAfter] = "1" }
        for (name, value) in Self.headers { response.headers[name] = value }
        return response
    }

    private static func refusal(_ status: HTTPResponse.Status) -> Refusal {
        switch status {
        case .notFound: Refusal(.notFound, "there is nothing at this address")
        case .contentTooLarge: Refusal(.tooLarge, "the body is too large")
        default: Refusal(.malformed, status.reasonPhrase)
        }
    }

    private static let headers: [(HTTPField.Name, String)] = [
        (
            .contentSecurityPolicy,
            """
            default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
            base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
            trusted-types 'none'
            """
        ),
        (.xContentTypeOptions, "nosniff"),
        (HTTPField.Name("Referrer-Policy")!, "no-referrer"),
        (HTTPField.Name("Cross-Origin-Opener-Policy")!, "same-origin"),
        (HTTPField.Name("Cross-Origin-Resource-Policy")!, "same-origin"),
    ]
}
