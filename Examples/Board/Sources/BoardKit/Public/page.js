// What all parts of the page use: elements, what the browser remembers, and what is said.

export const $ = selector => document.querySelector(selector)
export const board = $("#board")
// crypto.randomUUID is missing where plain http comes from another machine.
export const newID = () => crypto.getRandomValues(new Uint32Array(4)).reduce((id, part) => id + part.toString(36), "")
export const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`
export const write = (node, text) => { if (node.data !== text) node.data = text } // text only: nothing is parsed as HTML

/** A text as a title, which has one line. */
export const oneLine = text => text.replace(/\s*[\n\r\u2028\u2029]+\s*/g, " ").trim()

const grows = CSS.supports("field-sizing", "content")
/** Makes a field as high as its text, in browsers whose style sheets cannot. */
export function grow(field) {
  if (grows) return
  field.style.height = "auto"
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`
}
addEventListener("input", ({ target }) => { if (target.matches("textarea")) grow(target) })

/** Calls `enter` when Enter, or its key on a screen, would begin a new line; not when it ends a composition. */
export function onEnter(element, enter) {
  element.addEventListener("beforeinput", event => {
    if (!["insertLineBreak", "insertParagraph"].includes(event.inputType)) return
    event.preventDefault()
    enter(event.target)
  })
}

/** What the browser remembers; nothing where it may not. */
export const memory = {
  get: name => { try { return localStorage.getItem(name) } catch { return null } },
  set: (name, value) => { try { localStorage.setItem(name, value) } catch {} },
  remove: name => { try { localStorage.removeItem(name) } catch {} },
  names: () => { try { return Object.keys(localStorage) } catch { return [] } },
}
export const myName = () => memory.get("board.name")?.slice(0, 40) || null

const manners = "Brave Bright Calm Clever Eager Fair Gentle Happy Jolly Keen Kind Lively Lucky Merry Mild Neat " +
  "Noble Patient Proud Quick Quiet Rapid Ready Sharp Shy Silent Smart Swift Tidy Warm Wise Witty"
const animals = "Badger Bear Beaver Bison Crane Deer Dolphin Eagle Falcon Finch Fox Gecko Goose Hare Hawk Heron Ibex " +
  "Jay Kiwi Koala Lark Lemur Lion Lynx Magpie Mole Moose Otter Owl Panda Parrot Puffin Quail Raven Robin Salmon Seal " +
  "Sparrow Stork Swan Tern Tiger Toad Turtle Vole Whale Wolf Wombat Wren Yak Zebra"
const any = words => {
  const list = words.split(" ")
  return list[Math.floor(Math.random() * list.length)]
}
let guest = memory.get("board.guest")?.slice(0, 40)
/** What this browser is called until somebody gives it a name. */
export function guestName() {
  if (!guest) memory.set("board.guest", guest = `${any(manners)} ${any(animals)}`)
  return guest
}

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
