// The labels and the day of a card: what they are called and how they look. Days are texts, such as 2026-11-03.

import { $, newID } from "./page.js"

const names = new Map([...$("#query [name=label]").options].filter(({ value }) => value).map(each => [each.value, each.text]))
export const palette = [...names.keys()] // in the order of the server
export const labelName = label => names.get(label) ?? label

const short = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" })
const long = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })

/** The day that it is for the person. */
export function today() {
  const now = new Date(), two = number => String(number).padStart(2, "0")
  return `${String(now.getFullYear()).padStart(4, "0")}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** What is shown of a day: a text, and "overdue" or "today" if it is that. */
export function dueText(due, now = today()) {
  if (due === now) return ["Due today", "today"]
  const date = new Date(`${due}T00:00Z`), form = due.slice(0, 4) === now.slice(0, 4) ? short : long
  const day = Number.isNaN(date.valueOf()) ? due : form.format(date) // an edit that was kept can be anything
  return due < now ? [`Overdue · ${day}`, "overdue"] : [`Due ${day}`, ""]
}

function chip(kind, text) {
  const element = document.createElement("span")
  element.className = kind
  element.textContent = text
  return element
}

/** Shows a card's labels and day in a row, which has an element for them only if there are any. */
export function showFacts(row, { labels = [], due }) {
  const chips = labels.map(label => {
    const element = chip("label", labelName(label))
    element.dataset.label = label
    return element
  })
  if (chips.length) chips.unshift(chip("hidden", "Labels:")) // for screen readers
  if (due) {
    const [text, kind] = dueText(due)
    chips.push(chip(`due ${kind}`, text))
  }
  if (!chips.length) {
    row.facts?.remove()
    row.facts = null
    row.face.setAttribute("aria-describedby", "card-help")
    return
  }
  if (!row.facts) {
    row.facts = chip("facts", "")
    row.facts.id = `facts-${newID()}`
    row.face.after(row.facts)
    row.face.setAttribute("aria-describedby", `${row.facts.id} card-help`)
  }
  // Spaces are between the words for screen readers too.
  row.facts.replaceChildren(...chips.flatMap((chip, i) => i ? [" ", chip] : [chip]))
}
