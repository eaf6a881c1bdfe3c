/// What creates a consumer: messages in order from a sequence on, with flow control and heartbeats, without answers.
struct ConsumerRequest: Encodable {
    struct Config: Encodable {
        let name: String
        let deliver_subject: String
        let opt_start_seq: UInt64
        let deliver_policy = "by_start_sequence"
        let ack_policy = "none"
        let max_deliver = 1
        let replay_policy = "instant"
        let flow_control = true
        // In nanoseconds.
        let idle_heartbeat = 1_000_000_000
        let inactive_threshold = 5_000_000_000
        let num_replicas = 1
        let mem_storage = true
    }

    let stream_name: String
    let config: Config

    init(stream: String, name: String, inbox: String, start: UInt64) {
        stream_name = stream
        config = Config(name: name, deliver_subject: inbox, opt_start_seq: start)
    }
}

/// The answer, of which nothing is needed.
struct ConsumerDescription: Decodable {}
