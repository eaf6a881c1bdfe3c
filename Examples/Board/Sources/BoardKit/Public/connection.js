// The stream of frames, and the edits: shown at once, kept until they are answered, sent in order.

import { Stream } from "./client.js"
import { $, guestName, memory, myName, newID, plural, toast, write } from "./page.js"
import { current, others, query, replica } from "./shown.js"

const me = newID()
const view = () => new URLSearchParams(Object.entries(query).filter(([, value]) => value))
const light = $("#light")
const words = { connecting: "Catching up", live: "Live", offline: "Offline", waiting: "Waiting" }

const reasons = { view: "", edits: "" } // why something waits: what is shown of it
function showReason(of, why) {
  reasons[of] = why
  const [text, button] = $("#notice").children
  const words = [
    reasons.view && `The cards you asked for are not shown yet: ${reasons.view}.`,
    reasons.edits && `Your edits are kept and sent again: ${reasons.edits}.`,
  ].filter(Boolean).join(" ")
  if (text.textContent !== words) text.textContent = words
  button.hidden = !reasons.view
  $("#notice").hidden = !words
}

function showStatus(status, why = "") {
  showReason("view", why)
  const kept = replica.edits.length, changed = light.dataset.status !== status
  light.dataset.status = status
  document.body.classList.toggle("offline", status === "offline")
  const text = words[status] + (kept && status !== "live" ? ` · ${plural(kept, "edit")} kept` : "")
  write(light.lastChild.firstChild, text)
  showRetry(status === "offline")
  if (changed && status === "live") outbox.send()
}

const retry = $("#retry")
let ticking = 0
/** Counts down to the next attempt, beside a button that makes it now. */
function showRetry(shows) {
  clearTimeout(ticking)
  if (!shows && retry.contains(document.activeElement)) (current?.face ?? $("[name=q]")).focus({ preventScroll: true })
  retry.hidden = !shows
  if (!shows) return
  const seconds = Math.max(1, Math.ceil((stream.next - Date.now()) / 1000))
  const words = stream.next ? `Trying again in ${seconds} s` : stream.source ? "Trying now"
    : navigator.onLine ? "" : "Waiting for the network"
  write(retry.firstChild.firstChild, words)
  if (stream.next) ticking = setTimeout(showRetry, 250, true)
}
retry.lastChild.addEventListener("click", () => {
  if (Date.now() - stream.heard > 500) stream.connect() // a key that is held presses the button again and again
})

export const stream = new Stream({ message: replica, presence: others }, at => {
  const address = new URLSearchParams([...view(), ["me", me], ["name", myName() ?? guestName()]])
  if (at) address.set("since", `${at.epoch}-${at.version}`)
  return `/events?${address}`
}, showStatus)

/** Connects now, and soon again if that fails: what stood in the way may have gone. */
function begin() {
  stream.failures = 0
  stream.connect()
}
addEventListener("online", begin)
addEventListener("offline", () => stream.retry())
addEventListener("pagehide", () => stream.close())
addEventListener("pageshow", () => stream.source ?? stream.connect())
let hiding = 0
document.addEventListener("visibilitychange", () => {
  // A browser has six connections to a host for all of its tabs: a hidden one lets go of its own.
  clearTimeout(hiding)
  if (document.hidden) hiding = setTimeout(() => stream.close(), 3000)
  else if (!stream.source) begin()
})

/** Shows another view of the board. */
export function look(change) {
  Object.assign(query, change)
  replica.position = null
  stream.connect()
}

export const outbox = {
  sending: false,

  /** Makes edits of one kind, in order. */
  add(name, ...contents) {
    const now = Date.now()
    const edits = contents.map((content, i) => ({ key: newID(), at: now + i / 1000, name, content }))
    for (const edit of edits) memory.set(`board.edit.${edit.key}`, JSON.stringify(edit))
    this.show(edits)
    showStatus(light.dataset.status)
    this.send()
  },

  /** Edits that were kept when a page was closed. Another tab may send them too: a key is applied once. */
  load() {
    const kept = memory.names().filter(name => name.startsWith("board.edit.")).map(memory.get)
    this.show(kept.map(text => JSON.parse(text)).sort((a, b) => a.at - b.at))
  },

  show(edits) {
    for (const edit of edits) replica.edits.push({ ...edit, answer: null, undo: [] })
    replica.change()
  },

  async send() {
    if (this.sending) return
    this.sending = true
    let edit
    while ((edit = replica.edits.find(edit => edit.answer === null)) && await this.post(edit));
    this.sending = false
    if (edit) setTimeout(() => this.send(), 1500)
  },

  /** Whether the edit was answered. */
  async post(edit) {
    const { key, name, content } = edit
    let answer
    try {
      const response = await fetch(`/commands?${view()}`, {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ key, name, content }), signal: AbortSignal.timeout(10_000),
      })
      answer = await response.json()
      if (response.status >= 500 || response.status === 429) {
        showReason("edits", answer.refused?.message ?? "the server cannot take them now")
        return this.known(edit)
      }
    } catch {
      return this.known(edit)
    }
    memory.remove(`board.edit.${key}`)
    showReason("edits", "")
    const [epoch, version] = answer.applied?.split("-") ?? [] // a refused edit is not shown any more
    edit.answer = answer.applied === "" ? replica.later : { epoch, version: Number(version) }
    replica.change()
    this.giveUp(edit)
    if (answer.applied === undefined) toast(`Not done: ${answer.refused?.message ?? "the server refused"}`)
    showStatus(light.dataset.status)
    return true
  },

  /** Without an answer: whether a frame has named the edit. */
  known({ key, answer }) {
    if (answer) memory.remove(`board.edit.${key}`)
    return answer !== null
  },

  /** The state with an edit does not come if other edits cancelled it out; the page is live without it. */
  giveUp(edit) {
    setTimeout(() => {
      if (!replica.edits.includes(edit)) return
      if (light.dataset.status !== "live") return this.giveUp(edit)
      edit.answer = {}
      replica.change()
    }, 3000)
  },
}
