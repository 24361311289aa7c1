import { copyText } from './copy.js'

/** The script of every page: theme, copy buttons, the language of samples, opening search, the service worker, the playground. */

const root = document.documentElement

const dark = (): boolean =>
  (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'

document.querySelector('[data-theme-switch]')?.addEventListener('click', () => {
  root.dataset.theme = dark() ? 'light' : 'dark'
  try {
    localStorage.setItem('theme', root.dataset.theme)
  } catch {
    /* The choice then lasts for this page. */
  }
})

document.addEventListener('click', (event) => {
  const button =
    event.target instanceof Element ? event.target.closest<HTMLButtonElement>('[data-copy], [data-copy-code]') : null
  if (button === null) return
  const shown = [...(button.closest('.code, [data-code-tabs]')?.querySelectorAll<HTMLElement>('pre') ?? [])].find(
    (pre) => pre.offsetParent !== null,
  )
  void copyText(button.dataset.copy ?? shown?.textContent ?? '', button)
})

for (const tabs of document.querySelectorAll('[data-code-tabs]')) {
  let kept: string | null = null
  try {
    kept = localStorage.getItem('language')
  } catch {
    /* Nothing kept. */
  }
  const choice = kept === null ? null : tabs.querySelector<HTMLInputElement>(`input[value="${CSS.escape(kept)}"]`)
  if (choice) choice.checked = true
  tabs.addEventListener('change', (event) => {
    if (!(event.target instanceof HTMLInputElement)) return
    try {
      localStorage.setItem('language', event.target.value)
    } catch {
      /* The choice then lasts for this page. */
    }
  })
}

// The page as Markdown, for the reader's own tools. A host that only this machine reaches is of no use to them.
const actions = document.querySelector<HTMLElement>('[data-page-actions]')
if (actions !== null) {
  const markdown = new URL(actions.dataset.markdown ?? '', location.href)
  markdown.hash = ''
  const copyPage = actions.querySelector<HTMLElement>('[data-copy-page]')
  copyPage?.addEventListener('click', () => {
    void fetch(markdown)
      .then((answer) => answer.text())
      .then((text) => copyText(text, copyPage))
  })
  const question = (actions.dataset.question ?? '').replace('{address}', markdown.href)
  if (!/^(localhost|127\.|10\.|192\.168\.|\[)/.test(location.hostname))
    for (const link of actions.querySelectorAll<HTMLAnchorElement>('[data-ask]')) {
      link.href = `${link.dataset.ask}${encodeURIComponent(question)}`
      link.hidden = false
    }
}

// An example plays when it is asked to; until then nothing covers its picture.
for (const video of document.querySelectorAll<HTMLVideoElement>('.example video')) {
  const play = document.createElement('button')
  play.type = 'button'
  play.ariaLabel = video.ariaLabel
  play.innerHTML = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 1v18l15-9z"/></svg>'
  video.controls = false
  video.after(play)
  play.addEventListener('click', () => {
    play.remove()
    video.controls = true
    void video.play()
  })
}

// The current page is in view in the sidebar, which the browser leaves at its top.
const sidebar = document.querySelector<HTMLElement>('#navigation')
const current = sidebar?.querySelector<HTMLElement>('[aria-current]')
if (sidebar && current && current.offsetTop > sidebar.clientHeight - 80)
  sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 2

// The list of contents follows the reader.
const entries = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')]
if (entries.length > 0) {
  const headings = entries.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))
  const follow = (): void => {
    const passed = headings.filter((heading) => heading !== null && heading.getBoundingClientRect().top < 120).length
    entries.forEach((link, index) => {
      if (index === Math.max(0, passed - 1)) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    })
  }
  addEventListener('scroll', follow, { passive: true })
  follow()
}

interface SearchModule {
  open: (index: string) => Promise<void>
}

const opensSearch = (module: unknown): module is SearchModule => 'open' in Object(module)

/** A browser does not try again to import what it could not load once, except under another address. */
let failures = 0
const openSearch = async (): Promise<void> => {
  const { search } = document.body.dataset
  const button = document.querySelector<HTMLElement>('[data-search-open]')
  if (search === undefined || button?.dataset.script === undefined) return
  const address = `${new URL(button.dataset.script, location.href).href}#${failures}`
  const module: unknown = await import(address).catch(() => void failures++)
  if (opensSearch(module)) await module.open(search)
}
document.querySelector('[data-search-open]')?.addEventListener('click', () => void openSearch())
document.addEventListener('keydown', (event) => {
  const typing =
    event.target instanceof HTMLElement &&
    (event.target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName))
  const asked = (event.key === '/' && !typing) || (event.key === 'k' && (event.metaKey || event.ctrlKey))
  if (!asked || event.altKey) return
  event.preventDefault()
  void openSearch()
})

// The playground is loaded when the page has been shown, so that reading never waits for it.
const playground = document.querySelector<HTMLElement>('[data-playground]')
if (playground?.dataset.script !== undefined) {
  const address = new URL(playground.dataset.script, location.href).href
  const load = (): void => {
    void import(address)
  }
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 500 })
  else addEventListener('load', () => setTimeout(load, 50))
}

if (document.body.dataset.root !== undefined && root.hasAttribute('data-live')) {
  new EventSource(`${document.body.dataset.root}live`).addEventListener('message', () => location.reload())
} else if ('serviceWorker' in navigator && document.body.dataset.root !== undefined) {
  const worker = new URL(`${document.body.dataset.root}service-worker.js`, location.href)
  addEventListener('load', () => {
    navigator.serviceWorker.register(worker).catch(() => undefined)
  })
  const save = document.querySelector<HTMLButtonElement>('[data-save-offline]')
  save?.addEventListener('click', () => {
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('save-offline'))
  })
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ saved?: number; failed?: string }>) => {
    if (save && data.saved !== undefined) save.textContent = data.saved < 1 ? `${Math.round(data.saved * 100)} %` : '✓'
    if (save && data.failed !== undefined) save.textContent = data.failed
  })
}
