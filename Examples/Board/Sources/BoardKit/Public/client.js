// The browser's end of a feed: reads frames as WireFormat.md describes them. It was written from that alone.
//
// A Sheet shows one List or sections of them, and applies changes and whole states. A Replica reads frames into a
// sheet, and shows edits on top that are not in the state yet. A Stream keeps replicas connected.

import { Fault, need } from "./sheet.js"
export { Fault, Sheet } from "./sheet.js"

/** FNV-1a, which stands for a command's key in frames. */
const hash = key => new TextEncoder().encode(key)
  .reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, 0x811c9dc5)

/** Reads the frames of one source, connection after connection, into a sheet. */
export class Replica {
  /**
   * @param preview what an edit changes on the sheet: [[changes, changes that take them back], …]
   * @param around  calls its argument, which changes elements
   */
  constructor(sheet, { preview = () => [], around = work => work() } = {}) {
    Object.assign(this, { sheet, preview, around })
    this.position = null // {epoch, version} of the last state
    this.edits = [] // [{key, answer: position or null, undo: []}]: shown on top of the state until it has them
  }

  begin() { this.phase = "hello" } // a connection

  read(frame) {
    if (this.phase !== "changes" || !Array.isArray(frame.v)) this.begun(frame)
    else if ("hello" in frame || "reset" in frame || "part" in frame || "beat" in frame || "end" in frame) this.begun(frame)
    else this.step(frame)
  }

  expect(...phases) { need(phases.includes(this.phase), `a frame that cannot follow ${this.phase}`) }

  /** Reads changes. Browsers compile a function when it is called, so what is frequent is apart from the rest. */
  step(frame) {
    const { position, sheet } = this, { v } = frame, isShort = v.length === 2
    const from = v[0], to = isShort ? from + 1 : v[1], counts = isShort ? [v[1]].flat() : v.slice(2)
    need(from === position.version && to > from, "changes of another version")
    this.change(() => {
      sheet.apply(frame, counts)
      this.position = { epoch: this.epoch, version: to }
      if (frame.k) this.named(frame.k)
    })
  }

  /** Reads any other frame. */
  begun(frame) {
    const { phase, position, sheet } = this
    if ("hello" in frame) {
      this.expect("hello")
      need((frame.hello === 1 || frame.hello === 2) && frame.kind === (sheet.sectioned ? "sections" : "list"), "another format")
      const resumes = "v" in frame
      need(!resumes || (position?.epoch === frame.epoch && position.version === frame.v), "another position", true)
      this.epoch = frame.epoch
      this.phase = resumes ? "changes" : "reset"
    } else if ("reset" in frame) {
      this.expect("reset", "changes")
      this.phase = "parts"
      Object.assign(this, { groups: sheet.sectioned ? [] : [[null, []]], received: 0, loading: null })
    } else if ("part" in frame) {
      this.expect("parts")
      this.gather(frame)
    } else if ("beat" in frame) {
      this.expect("changes", "parts")
      need(phase === "parts" || frame.beat === position.version, "a heartbeat of another version")
    } else if ("end" in frame) {
      if (frame.end === "finished") need(phase === "changes" && frame.v === position.version, "another last version")
      this.phase = frame.end
    } else if ("v" in frame) {
      this.expect("changes")
    }
  }

  /** The state has these commands, of which there may be no answers yet. If it can have any, an edit looks by itself. */
  named(hashes) {
    if (hashes === true || !this.edits.length) return
    need(Array.isArray(hashes), "commands that are no array")
    for (const edit of this.edits) if (edit.answer === null && hashes.includes(hash(edit.key))) edit.answer = {}
  }

  gather({ v, at, n, s, part, last }) {
    const { groups, sheet } = this
    this.loading ??= v
    need(at === this.received && v === this.loading, "a part of another state", true)
    for (const group of sheet.sectioned ? part : [[part]]) {
      const items = group[group.length - 1]
      if (group.length === 2) groups.push([group[0], []])
      for (const item of items) groups[groups.length - 1][1].push(item)
      this.received += items.length
    }
    if (!last) return
    need(this.received === n && (s ?? 1) === groups.length, "another number of items", true)
    this.change(() => {
      sheet.replace(groups)
      this.position = { epoch: this.epoch, version: v }
    })
    this.phase = "changes"
  }

  /** Changes what is shown: takes edits back, does the work, and shows the edits that remain. */
  change(work = () => {}) {
    if (this.edits.length) this.changeBelow(work)
    else this.around(work)
  }

  changeBelow(work) {
    const { sheet } = this
    this.around(() => {
      sheet.keep()
      for (const edit of [...this.edits].reverse()) for (const undo of edit.undo.splice(0)) sheet.apply(undo)
      try {
        work()
      } finally {
        this.edits = this.edits.filter(edit => !this.has(edit))
        for (const edit of this.edits) {
          for (const [changes, undo] of this.preview(edit, sheet)) {
            sheet.apply(changes)
            edit.undo.unshift(undo)
          }
        }
        if (!this.edits.length) sheet.kept = null
      }
    })
  }

  /** The answer to an edit that is in each state a new stream begins with, and maybe not in this one. */
  get later() { return { epoch: this.position?.epoch ?? null, version: Infinity } }

  /** Whether nothing more of an edit is to be shown: it was refused, or the state has it. */
  has({ answer }) {
    if (answer === null) return false
    const { epoch = null, version = -1 } = this.position ?? {}
    return answer.epoch !== epoch || answer.version <= version
  }
}

/** Keeps replicas connected by server-sent events: one of events without a name, others by the name of their events. */
export class Stream {
  /**
   * @param url    the address, given the position of the first replica
   * @param status told "connecting", "live", "offline", or "waiting" and why: the server cannot serve this view now.
   *   Offline, `next` is when the stream connects again, 0 if it is connecting or waits for the network
   */
  constructor(replicas, url, status) {
    Object.assign(this, { replicas, url, status, source: null, failures: 0, timer: 0, next: 0, heard: 0 })
    setInterval(() => { if (this.source && Date.now() - this.heard > 40_000) this.retry() }, 5000) // no heartbeats
  }

  close() {
    clearTimeout(this.timer)
    this.next = 0
    this.source?.close()
    this.source = null
  }

  /** Opens a stream. */
  connect(why = "") {
    this.close()
    this.heard = Date.now()
    this.source = new EventSource(this.url(this.replicas.message.position))
    this.status(why ? "waiting" : this.failures > 1 ? "offline" : "connecting", why)
    this.source.onerror = () => this.retry()
    this.source.addEventListener("refused", ({ data }) => this.wait(JSON.parse(data).message))
    for (const [name, replica] of Object.entries(this.replicas)) {
      replica.begin()
      this.source.addEventListener(name, ({ data }) => this.receive(replica, JSON.parse(data)))
    }
  }

  /** The server is there, and has no room for this view. */
  wait(why) {
    this.close()
    this.status("waiting", why)
    if (!document.hidden) this.timer = setTimeout(() => this.connect(why), 3000 + Math.random() * 2000)
  }

  /** Connects after a time that grows with each failure. It is random, so that pages do not come back all at once. */
  retry() {
    this.close()
    const fails = this.failures > 0 || !navigator.onLine
    if (!document.hidden && navigator.onLine) { // the page connects again when that changes
      const wait = Math.min(400 * 1.5 ** this.failures++, 15_000) * (0.5 + Math.random() / 2)
      this.next = Date.now() + wait
      this.timer = setTimeout(() => this.connect(), wait)
    }
    this.status(fails ? "offline" : "connecting")
  }

  receive(replica, frame) {
    this.heard = Date.now()
    try {
      replica.read(frame)
    } catch (fault) {
      console.warn(fault.message)
      if (fault.lost || !(fault instanceof Fault)) replica.position = null
      return this.retry()
    }
    // The server cannot send the state: to connect again does not help.
    if (replica.phase === "unsendable") {
      this.close()
      return this.status("offline")
    }
    if (replica.phase === "shutdown" || replica.phase === "finished") return this.retry()
    if (replica !== this.replicas.message || replica.phase !== "changes") return
    this.failures = 0
    this.status("live")
  }
}
