// What all parts of the page use: elements, what the browser remembers, and what is said.

export const $ = selector => document.querySelector(selector)
export const board = $("#board")
// crypto.randomUUID is missing where plain http comes from another machine.
export const newID = () => crypto.getRandomValues(new Uint32Array(4)).reduce((id, part) => id + part.toString(36), "")
export const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`
export const write = (node, text) => { if (node.data !== text) node.data = text } // text only: nothing is parsed as HTML

/** What the browser remembers; nothing where it may not. */
export const memory = {
  get: name => { try { return localStorage.getItem(name) } catch { return null } },
  set: (name, value) => { try { localStorage.setItem(name, value) } catch {} },
  remove: name => { try { localStorage.removeItem(name) } catch {} },
  names: () => { try { return Object.keys(localStorage) } catch { return [] } },
}
export const myName = () => memory.get("board.name")?.slice(0, 40) || null

export const say = text => {
  $("#said").replaceChildren(Object.assign(document.createElement("div"), { textContent: text }))
}

let toastTimer = 0
export function toast(text, undo = null) {
  const [words, button] = $("#toast").children
  words.textContent = text
  button.hidden = !undo
  button.onclick = undo
  $("#toast").hidden = false
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => { $("#toast").hidden = true }, 8000)
}
