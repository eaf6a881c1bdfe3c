import ArgumentParser
import Console

@main
struct Program: ConsoleProgram {
    static let configuration = CommandConfiguration(
        commandName: "Relay",
        abstract: "The board of one process, shown live by any number of others, through a log in NATS JetStream.",
        discussion: """
            Without a subcommand it starts everything on this machine: three servers of NATS, a process that writes the \
            board and three that serve it. Ctrl-C ends all of them.
            """,
        subcommands: [LocalCommand.self, WriterCommand.self, ServeCommand.self], defaultSubcommand: LocalCommand.self)
}
