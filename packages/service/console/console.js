// Renews what is live every few seconds, and asks before what cannot be undone. Without it the pages work all the same. Not by the stream of events: that
// has the ends of the tasks of one account, and the pages show queues, progress and upstreams of all of them, which change without an end.
const every = 5000

/** Whether somebody uses what would be replaced. */
const isUsed = (live) =>
  live.contains(document.activeElement) ||
  live.querySelector('details[open]') !== null ||
  !(getSelection()?.isCollapsed ?? true)

async function renew() {
  const live = document.querySelector('[data-live]')
  if (live === null || document.hidden || isUsed(live)) return
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (answer.status === 401) location.reload()
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const next = page.querySelector(`[data-live="${live.dataset.live}"]`)
  // Asked again: a link that is pressed now would be gone when the button is let go.
  if (next === null || isUsed(live)) return
  const scrolled = [...live.querySelectorAll('.scroll')].map(({ scrollLeft }) => scrollLeft)
  live.replaceChildren(...next.childNodes)
  live.querySelectorAll('.scroll').forEach((region, index) => {
    region.scrollLeft = scrolled[index] ?? 0
  })
}

setInterval(() => {
  renew().catch(() => undefined)
}, every)

document.addEventListener('submit', (event) => {
  const question = event.target.dataset.confirm
  if (question !== undefined && !confirm(question)) event.preventDefault()
})
