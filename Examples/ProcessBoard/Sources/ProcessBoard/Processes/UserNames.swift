#if os(Linux)
#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The names of users, each looked up once.
struct UserNames {
    private var known: [uid_t: String] = [:]

    /// The user's name; the number itself when it has none, as a user of a container often has not.
    subscript(user: uid_t) -> String {
        mutating get {
            if let name = known[user] { return name }
            let name = getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? String(user)
            known[user] = name
            return name
        }
    }
}
#endif
