import { createSearch, type Found, type Hit } from '../src/search/find-hits.js'
import { readIndex, readRows, type SearchIndex, type SearchRow } from '../src/search/search-index.js'
import { inChinese } from './in-chinese.js'
import { make } from './make.js'

/** Search over the full text of the site, by keyboard alone. Loaded when it is first opened. */

const page = document.body.dataset
const base = new URL(`${page.root ?? ''}${page.language === 'en' ? '' : `${page.language ?? ''}/`}`, location.href)
const words = inChinese
  ? {
      label: '搜索',
      placeholder: '模型、参数、错误、状态码、指南',
      results: '结果',
      hint: '方向键移动，回车打开，Esc 关闭',
      none: '没有找到：',
      further: '更多结果',
      perhaps: '是否指：',
      instead: '也可以从这里开始：',
      places: [
        ['models/', '查找模型'],
        ['guides/errors/', '错误与状态码'],
        ['guides/faq/', '常见问题'],
      ],
    }
  : {
      label: 'Search',
      placeholder: 'Models, parameters, errors, status codes, guides',
      results: 'Results',
      hint: 'Arrow keys to move, Enter to open, Esc to close',
      none: 'Nothing found for',
      further: 'Further results',
      perhaps: 'Did you mean',
      instead: 'Or start here:',
      places: [
        ['models/', 'Find a model'],
        ['guides/errors/', 'Errors and status codes'],
        ['guides/faq/', 'Frequent questions'],
      ],
    }

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** A term where it begins a word: `out` is not marked in `without`. Han characters have no such beginning. */
const beginning = (term: string): string =>
  `${/^\p{Script=Han}/u.test(term) ? '' : '(?<![\\p{Letter}\\p{Number}])'}${escaped(term)}`

/** A text whose matching parts are marked. */
const marked = (text: string, matched: string[]): (Node | string)[] => {
  const terms = matched.filter((term) => term.length > 0).sort((left, right) => right.length - left.length)
  if (terms.length === 0) return [text]
  return text
    .split(new RegExp(`(${terms.map(beginning).join('|')})`, 'giu'))
    .map((part, index) => (index % 2 === 1 ? make('mark', { textContent: part }) : part))
}

/** The part of a text around its first match. */
const snippet = (text: string, matched: string[]): string => {
  const places = matched.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0)
  const start = Math.max(0, Math.min(...places, text.length) - 40)
  const from = places.length === 0 ? 0 : start
  return `${from > 0 ? '…' : ''}${text.slice(from, from + 120)}${text.length > from + 120 ? '…' : ''}`
}

const row = (hit: Hit, index: number): HTMLElement => {
  const link = make('a', { href: new URL(hit.path, base).href, tabIndex: -1 })
  link.append(
    make('span', { className: 'hit-title' }, ...marked(hit.title, hit.matched)),
    make('span', { className: 'where', textContent: hit.where === hit.title ? '' : hit.where }),
    make('span', { className: 'hit-text' }, ...marked(snippet(hit.text, hit.matched), hit.matched)),
  )
  return make('div', { className: 'hit', id: `hit-${index}`, role: 'option' }, link)
}

const group = (title: string, hits: Hit[], from: number): HTMLElement =>
  make(
    'div',
    { role: 'group', ariaLabel: title },
    make('div', { role: 'presentation', className: 'group-title', textContent: title }),
    ...hits.map((hit, at) => row(hit, from + at)),
  )

/** Hits beyond those of the first part of the index that are added below them. */
const furtherHits = 8

const build = (index: SearchIndex, readLater: () => Promise<SearchRow[]>): HTMLDialogElement => {
  const search = createSearch(index)
  const dialog = make('dialog', { className: 'search-dialog', ariaLabel: words.label })
  const input = make('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: false,
    role: 'combobox',
    ariaExpanded: 'true',
    placeholder: words.placeholder,
  })
  input.ariaLabel = input.placeholder
  input.setAttribute('aria-controls', 'hits')
  const list = make('div', { id: 'hits', role: 'listbox', ariaLabel: words.results, className: 'hits', tabIndex: -1 })
  const nothing = make('div', { className: 'nothing' })
  const status = make('p', { role: 'status', className: 'hidden' })
  let chosen = 0
  /** The places of the hits that are shown. */
  let shown = new Set<string>()
  let later: Promise<void> | undefined
  let complete = false
  const options = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('.hit')]
  const mark = (): void => {
    options().forEach((option, at) => {
      option.ariaSelected = String(at === chosen)
    })
    input.setAttribute('aria-activedescendant', options().length === 0 ? '' : `hit-${chosen}`)
    if (chosen === 0) list.scrollTop = 0
    else options()[chosen]?.scrollIntoView({ block: 'nearest' })
  }
  const showNothing = (suggestions: string[]): void => {
    const asked = input.value.trim()
    // What is not in the first part of the index may be in the second.
    nothing.hidden = asked === '' || options().length > 0 || !complete
    if (nothing.hidden) return
    const tries = suggestions.map((suggestion) => {
      const button = make('button', { type: 'button', className: 'plain', textContent: suggestion })
      button.addEventListener('click', () => {
        input.value = suggestion
        refresh()
        input.focus()
      })
      return button
    })
    nothing.replaceChildren(
      make('p', {}, `${words.none} `, make('strong', { textContent: asked })),
      ...(tries.length === 0 ? [] : [make('p', {}, words.perhaps, ' ', ...tries)]),
      make(
        'p',
        {},
        words.instead,
        ...words.places.flatMap(([path = '', label = '']) => [
          ' ',
          make('a', { href: new URL(path, base).href, textContent: label }),
        ]),
      ),
    )
  }
  const showStatus = (): void => {
    const count = options().length
    list.hidden = count === 0
    status.textContent = input.value === '' ? '' : String(count)
  }
  /** Adds what the second part of the index has, below what is shown: nothing moves under the reader's hand. */
  const showFurther = ({ groups, suggestions }: Found): void => {
    const further = groups.flatMap(({ hits }) => hits).filter(({ path }) => !shown.has(path))
    const count = options().length
    if (further.length > 0) list.append(group(words.further, further.slice(0, furtherHits), count))
    showStatus()
    if (count === 0) {
      showNothing(suggestions)
      mark()
    }
  }
  const loadLater = (): Promise<void> =>
    readLater()
      .then(search.extend)
      // What was found so far is all there is then, as it is without a network.
      .catch(() => undefined)
      .finally(() => {
        complete = true
        if (input.value.trim() !== '') showFurther(search.find(input.value))
      })
  const refresh = (): void => {
    const { groups, suggestions } = search.find(input.value)
    let count = 0
    list.replaceChildren(
      ...groups.map(({ title, hits }) => {
        count += hits.length
        return group(title, hits, count - hits.length)
      }),
    )
    shown = new Set(groups.flatMap(({ hits }) => hits.map(({ path }) => path)))
    chosen = 0
    showStatus()
    showNothing(suggestions)
    mark()
    if (input.value.trim() !== '') later ??= loadLater()
  }
  input.addEventListener('input', refresh)
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const { length } = options()
    if (step !== 0) {
      chosen = (chosen + step + length) % Math.max(1, length)
      mark()
      event.preventDefault()
    }
    if (event.key === 'Enter') options()[chosen]?.querySelector('a')?.click()
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog || (event.target instanceof Element && event.target.closest('a'))) dialog.close()
  })
  dialog.append(input, list, nothing, status, make('p', { className: 'hint', textContent: words.hint }))
  refresh()
  return dialog
}

/** Adds the style of search, which no page needs before. */
const style = async (): Promise<void> => {
  const address = document.querySelector<HTMLElement>('[data-search-open]')?.dataset.style
  if (address === undefined) return
  const link = make('link', { rel: 'stylesheet', href: address })
  await new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
    document.head.append(link)
  })
}

const textAt = async (address: string): Promise<string> => {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error('The search index cannot be read')
  return await answer.text()
}

let dialog: Promise<HTMLDialogElement> | undefined

/** Opens search; reads the first part of the index the first time, and the second one once something has been looked for. */
export const open = async (index: string): Promise<void> => {
  dialog ??= Promise.all([textAt(index), style()]).then(([text]) => {
    const made = build(readIndex(text), async () => readRows(await textAt(index.replace(/\.json$/, '-more.json'))))
    document.body.append(made)
    return made
  })
  dialog.catch(() => {
    // The index may be there the next time.
    dialog = undefined
  })
  const opened = await dialog
  if (!opened.open) opened.showModal()
  opened.querySelector('input')?.select()
}
