/** The comparison: leaves the chosen models' columns, marks the rows in which they differ, keeps the choice in the address. */

const form = document.querySelector<HTMLFormElement>('[data-compare]')
const table = document.querySelector<HTMLTableElement>('[data-comparison]')

/** The cells of each row as the page came, from which the chosen ones are put back. */
const cells = new Map([...(table?.rows ?? [])].map((row) => [row, [...row.cells]]))

const apply = (chosen: string[], differencesOnly: boolean): void => {
  const [head = []] = cells.values()
  const places = chosen.map((id) => head.findIndex((cell) => cell.dataset.model === id)).filter((place) => place > 0)
  table?.classList.toggle('chosen', places.length > 0)
  for (const [row, all] of cells) {
    const [label, ...rest] = all
    if (label === undefined) continue
    const kept = places.length === 0 ? rest : places.flatMap((place) => all[place] ?? [])
    row.replaceChildren(label, ...kept)
    kept.forEach((cell, place) => {
      cell.dataset.label = head[places[place] ?? 0]?.dataset.model ?? ''
    })
    if (all === head) continue
    const texts = kept.map((cell) => cell.textContent.trim())
    const differs = places.length > 1 && new Set(texts).size > 1
    row.classList.toggle('differs', differs)
    row.hidden = texts.every((text) => text === '–') || (differencesOnly && places.length > 1 && !differs)
  }
}

if (form && table) {
  const selects = [...form.querySelectorAll('select')]
  const only = form.querySelector<HTMLInputElement>('[name="differences"]')
  const chosen = (): string[] => [...new Set(selects.map(({ value }) => value).filter((value) => value !== ''))]
  const refresh = (): void => apply(chosen(), only?.checked ?? false)
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
  document.documentElement.classList.remove('asked')
}

export {}
