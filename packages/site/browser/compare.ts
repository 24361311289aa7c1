/** The comparison: leaves the chosen models' columns, marks the rows in which they differ, keeps the choice in the address. */

const form = document.querySelector<HTMLFormElement>('[data-compare]')
const table = document.querySelector<HTMLTableElement>('[data-comparison]')

const columnsOf = (head: HTMLTableRowElement, chosen: string[]): Map<string, number> =>
  new Map(chosen.map((id) => [id, [...head.cells].findIndex((cell) => cell.dataset.model === id)]))

const apply = (target: HTMLTableElement, chosen: string[], differencesOnly: boolean): void => {
  const [head, ...body] = [...target.rows]
  if (head === undefined) return
  const places = [...columnsOf(head, chosen).values()].filter((place) => place > 0)
  const all = places.length === 0
  for (const row of [head, ...body]) {
    for (const [index, cell] of [...row.cells].entries()) cell.hidden = index > 0 && !all && !places.includes(index)
  }
  for (const row of body) {
    const texts = places.map((place) => row.cells[place]?.textContent?.trim() ?? '')
    const differs = new Set(texts).size > 1
    const nowhere = places.length > 0 && texts.every((text) => text === '–')
    row.classList.toggle('differs', differs)
    row.hidden = nowhere || differencesOnly && places.length > 1 && !differs
  }
}

if (form && table) {
  const selects = [...form.querySelectorAll('select')]
  const only = form.querySelector<HTMLInputElement>('[name="differences"]')
  const chosen = (): string[] => [...new Set(selects.map(({ value }) => value).filter((value) => value !== ''))]
  const refresh = (): void => apply(table, chosen(), only?.checked ?? false)
  const fromAddress = (): void => {
    const query = new URLSearchParams(location.search)
    const ids = query.getAll('m')
    selects.forEach((select, index) => {
      const id = ids[index] ?? ''
      select.value = [...select.options].some((option) => option.value === id) ? id : ''
    })
    if (only) only.checked = query.get('differences') === '1'
    refresh()
  }
  form.addEventListener('change', () => {
    refresh()
    const query = new URLSearchParams(chosen().map((id) => ['m', id]))
    if (only?.checked) query.set('differences', '1')
    history.replaceState(null, '', `${location.pathname}${query.size === 0 ? '' : `?${query}`}`)
  })
  addEventListener('popstate', fromAddress)
  fromAddress()
}

export {}
