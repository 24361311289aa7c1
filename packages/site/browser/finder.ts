import { fill } from '../src/texts/fill.js'
import type { openByRequest } from './by-request/main.js'
import { loadScript } from './load-script.js'

/** The model finder: hides the rows that do not fit, and keeps the choices in the address. */

const form = document.querySelector<HTMLFormElement>('[data-finder]')
const rows = [...document.querySelectorAll<HTMLTableRowElement>('[data-finder-rows] > tr')]
const count = document.querySelector<HTMLElement>('[data-finder-count]')
const empty = document.querySelector<HTMLElement>('[data-finder-empty]')

const holds = (list: string | undefined, value: string): boolean => (list ?? '').split(' ').includes(value)

const lasts = (range: string | undefined, seconds: number): boolean => {
  const [shortest = Infinity, longest = -Infinity] = (range ?? '')
    .split('-')
    .filter((part) => part !== '')
    .map(Number)
  return shortest <= seconds && seconds <= longest
}

const fits = ({ dataset }: HTMLTableRowElement, choice: URLSearchParams): boolean =>
  [...choice].every(([name, value]) => {
    if (value === '') return true
    if (name === 'output') return dataset.output === value
    if (name === 'seconds') return lasts(dataset.seconds, Number(value))
    if (name === 'images' || name === 'videos' || name === 'audios') return Number(dataset[name]) >= Number(value)
    if (name === 'input' || name === 'resolution' || name === 'ratio') return holds(dataset[name], value)
    return dataset[name] === '1'
  })

const choiceOf = (source: HTMLFormElement): URLSearchParams => {
  const choice = new URLSearchParams()
  for (const [name, value] of new FormData(source))
    if (typeof value === 'string' && value !== '') choice.append(name, value)
  return choice
}

const apply = (choice: URLSearchParams): void => {
  let shown = 0
  for (const row of rows) {
    row.hidden = !fits(row, choice)
    if (!row.hidden) shown += 1
  }
  if (count) count.textContent = fill(count.dataset.finderCount ?? '', { shown, all: rows.length })
  if (empty) empty.hidden = shown > 0
}

const showChoice = (target: HTMLFormElement, choice: URLSearchParams): void => {
  for (const field of target.elements) {
    if (field instanceof HTMLInputElement && field.type === 'number') field.value = choice.get(field.name) ?? ''
    else if (field instanceof HTMLInputElement)
      field.checked =
        field.type === 'radio'
          ? (choice.get(field.name) ?? '') === field.value
          : choice.getAll(field.name).includes(field.value)
    if (field instanceof HTMLSelectElement) {
      // A link may write 1080P, as some models do.
      const value = (choice.get(field.name) ?? '').toLowerCase()
      field.value = [...field.options].find((option) => option.value.toLowerCase() === value)?.value ?? ''
    }
  }
}

if (form) {
  const fromAddress = (): void => {
    showChoice(form, new URLSearchParams(location.search))
    apply(choiceOf(form))
  }
  form.addEventListener('input', () => {
    const choice = choiceOf(form)
    apply(choice)
    const query = choice.toString()
    history.replaceState(null, '', `${location.pathname}${query === '' ? '' : `?${query}`}${location.hash}`)
  })
  form.addEventListener('reset', () => setTimeout(() => form.dispatchEvent(new Event('input'))))
  addEventListener('popstate', fromAddress)
  fromAddress()
  document.documentElement.classList.remove('asked')
}

const opens = (module: unknown): module is { openByRequest: typeof openByRequest } =>
  typeof module === 'object' && module !== null && 'openByRequest' in module

// The finder that takes a request is loaded once it is opened; where that fails, opening it again tries again.
const byRequest = document.querySelector<HTMLDetailsElement>('[data-by-request]')
byRequest?.addEventListener('toggle', function load() {
  if (!byRequest.open) return
  byRequest.removeEventListener('toggle', load)
  loadScript(byRequest.dataset.script ?? '').then(
    (module) => {
      if (opens(module)) module.openByRequest(byRequest)
    },
    () => {
      byRequest.addEventListener('toggle', load)
      const status = byRequest.querySelector('[role="status"]')
      if (status) status.textContent = byRequest.dataset.failed ?? ''
    },
  )
})
