/** Whether one of two items of a list stands for the same thing as the other. */
const sameTask = (left: Element | undefined, right: HTMLElement): boolean =>
  left instanceof HTMLElement && left.dataset.key === right.dataset.key

/** The button of an item that does what another one did, or what can be done now in its place. */
const successor = (item: HTMLElement, label: string): HTMLElement | undefined => {
  const buttons = [...item.querySelectorAll<HTMLElement>('button')]
  return buttons.find(({ textContent }) => textContent === label) ?? buttons[0]
}

/**
 * Shows items in a list. Those that are there already stay where they are, so that neither the focus nor a playing video
 * is lost; where the one with the focus is drawn anew or goes, the focus moves to its successor.
 */
export const showInPlace = (list: HTMLElement, items: readonly HTMLElement[]): void => {
  const { activeElement: active } = document
  const owner = [...list.children].findIndex((child) => child.contains(active))
  const old = list.children[owner]
  for (const child of [...list.children]) if (child instanceof HTMLElement && !items.includes(child)) child.remove()
  items.forEach((item, at) => {
    if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null)
  })
  if (owner < 0 || list.contains(active)) return
  const next = items.find((item) => sameTask(old, item)) ?? items[Math.min(owner, items.length - 1)]
  if (next !== undefined) successor(next, active?.textContent ?? '')?.focus()
}
