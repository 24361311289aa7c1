import type { JsonValue } from '@model-tasks/spec'
import type { Control } from './controls.js'
import type { EditedRequest } from './request.js'
import { words } from './words.js'

const button = (label: string, sign: string): HTMLButtonElement => {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = sign
  made.ariaLabel = label
  made.title = label
  return made
}

/** A list of media references: add, remove, reorder, edit. */
export const urlList = (name: string, field: HTMLElement, request: EditedRequest): Control => {
  const list = field.querySelector<HTMLElement>('[data-urls]')
  const add = field.querySelector<HTMLButtonElement>('[data-add]')
  const maximum = Number(list?.dataset.maximum ?? 1)
  const items = (): JsonValue[] => {
    const value = request.get(name)
    return Array.isArray(value) ? [...value] : []
  }
  const store = (values: JsonValue[], focus: number): void => {
    request.set(name, values.length === 0 ? undefined : values)
    render(values)
    const target = list?.children[focus]?.querySelector('input')
    if (target) target.focus()
    else add?.focus()
  }
  const row = (value: JsonValue, index: number, values: JsonValue[]): HTMLLIElement => {
    const line = document.createElement('li')
    const input = document.createElement('input')
    input.type = 'text'
    input.inputMode = 'url'
    input.placeholder = 'https://'
    input.value = typeof value === 'string' ? value : JSON.stringify(value)
    input.ariaLabel = `${name} ${index + 1}`
    input.addEventListener('input', () =>
      request.set(
        name,
        items().map((item, at) => (at === index ? input.value : item)),
      ),
    )
    const moved = (to: number): void =>
      store(
        values.map((_, at) =>
          at === to ? (items()[index] ?? '') : at === index ? (items()[to] ?? '') : (items()[at] ?? ''),
        ),
        to,
      )
    const up = button(`${words.up}: ${index + 1}`, '↑')
    up.addEventListener('click', () => moved(index - 1))
    const down = button(`${words.down}: ${index + 1}`, '↓')
    down.addEventListener('click', () => moved(index + 1))
    const remove = button(`${words.remove}: ${index + 1}`, '×')
    remove.addEventListener('click', () =>
      store(
        items().filter((_, at) => at !== index),
        Math.min(index, values.length - 2),
      ),
    )
    const error = document.createElement('p')
    error.className = 'finding'
    error.id = `e-${name}-${index}`
    error.hidden = true
    input.setAttribute('aria-describedby', error.id)
    line.append(input, ...(index > 0 ? [up] : []), ...(index < values.length - 1 ? [down] : []), remove, error)
    return line
  }
  const render = (values: JsonValue[]): void => {
    list?.replaceChildren(...values.map(row))
    // One more than the limit may be added: the finding then says what the limit is.
    if (add) add.hidden = values.length > maximum
  }
  add?.addEventListener('click', () => store([...items(), ''], items().length))
  return { name, field, show: (value) => render(Array.isArray(value) ? value : []) }
}
