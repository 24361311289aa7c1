import { findHits, type Hit } from '../src/search/find-hits.js'
import { readIndex, type SearchIndex } from '../src/search/search-index.js'

/** Search over models, parameters, values, rules and guides, by keyboard alone. Loaded when it is first opened. */

const page = document.body.dataset
const chinese = document.documentElement.lang.startsWith('zh')
const base = new URL(`${page.root ?? ''}${page.language === 'en' ? '' : `${page.language ?? ''}/`}`, location.href)

const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), properties)

const row = (hit: Hit, index: number): HTMLLIElement => {
  const line = make('li', { id: `hit-${index}`, role: 'option' })
  const link = make('a', { href: new URL(hit.path, base).href, tabIndex: -1 })
  link.append(
    make('span', { className: 'mono', textContent: hit.title }),
    make('span', { className: 'where', textContent: hit.where }),
    make('span', { className: 'kind', textContent: hit.kind }),
  )
  line.append(link)
  return line
}

const build = (index: SearchIndex): HTMLDialogElement => {
  const dialog = make('dialog', { className: 'search-dialog', ariaLabel: chinese ? '搜索' : 'Search' })
  const input = make('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: false,
    role: 'combobox',
    ariaExpanded: 'true',
    placeholder: chinese ? '模型、参数、取值、规则、指南' : 'Models, parameters, values, rules, guides',
  })
  input.ariaLabel = input.placeholder
  input.setAttribute('aria-controls', 'hits')
  const list = make('ul', { id: 'hits', role: 'listbox', ariaLabel: chinese ? '结果' : 'Results' })
  const hint = make('p', {
    textContent: chinese ? '方向键移动，回车打开，Esc 关闭' : 'Arrow keys to move, Enter to open, Esc to close',
  })
  const status = make('p', { role: 'status', className: 'hidden' })
  let chosen = 0
  const mark = (): void => {
    ;[...list.children].forEach((child, at) => {
      child.ariaSelected = String(at === chosen)
    })
    input.setAttribute('aria-activedescendant', list.children.length === 0 ? '' : `hit-${chosen}`)
    list.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }
  const refresh = (): void => {
    const hits = findHits(input.value, index)
    list.replaceChildren(...hits.map(row))
    list.hidden = hits.length === 0
    status.textContent = input.value === '' ? '' : String(hits.length)
    chosen = 0
    mark()
  }
  input.addEventListener('input', refresh)
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      chosen = (chosen + step + list.children.length) % Math.max(1, list.children.length)
      mark()
      event.preventDefault()
    }
    if (event.key === 'Enter') list.children[chosen]?.querySelector('a')?.click()
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog || (event.target instanceof Element && event.target.closest('a'))) dialog.close()
  })
  dialog.append(input, list, status, hint)
  refresh()
  return dialog
}

let dialog: Promise<HTMLDialogElement> | undefined

/** Opens search; reads the index the first time. */
export const open = async (index: string): Promise<void> => {
  dialog ??= fetch(index).then(async (answer) => {
    if (!answer.ok) throw new Error('The search index cannot be read')
    const made = build(readIndex(await answer.text()))
    document.body.append(made)
    return made
  })
  const opened = await dialog
  if (!opened.open) opened.showModal()
  opened.querySelector('input')?.select()
}
