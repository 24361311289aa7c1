import type { JsonValue } from '@model-tasks/spec'
import type { ChosenFile } from '../files/main.js'
import type { Control } from './control.js'
import type { EditedRequest } from './request.js'
import { words } from './words.js'

/** Turns a file into a reference of a parameter that has these references already. */
export type TakeFile = (file: File, parameter: string, references: string[]) => Promise<ChosenFile>

const button = (label: string, sign: string, act: () => void): HTMLButtonElement => {
  const made = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: sign,
    ariaLabel: label,
    title: label,
  })
  made.addEventListener('click', act)
  return made
}

/** How a reference reads in its field: a data URI by its first characters only. */
const shown = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))

const isInlined = (value: JsonValue): boolean => typeof value === 'string' && value.startsWith('data:')

/** A list of media references: add, remove, reorder, edit, and turn files into references. */
export const urlList = (name: string, field: HTMLElement, request: EditedRequest, takeFile: TakeFile): Control => {
  const list = field.querySelector<HTMLElement>('[data-urls]')
  const add = field.querySelector<HTMLButtonElement>('[data-add]')
  const chooser = field.querySelector<HTMLInputElement>('input[type="file"]')
  const progress = field.querySelector<HTMLElement>('[data-file-state]')
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
  const swapped = (left: number, right: number): JsonValue[] => {
    const values = items()
    ;[values[left], values[right]] = [values[right] ?? '', values[left] ?? '']
    return values
  }
  const row = (value: JsonValue, index: number, values: JsonValue[]): HTMLLIElement => {
    const line = document.createElement('li')
    const input = Object.assign(document.createElement('input'), {
      type: 'text',
      inputMode: 'url',
      placeholder: 'https://',
      value: isInlined(value) ? `${shown(value).slice(0, 40)}…` : shown(value),
      readOnly: isInlined(value),
      ariaLabel: `${name} ${index + 1}`,
    })
    input.addEventListener('input', () =>
      request.set(
        name,
        items().map((item, at) => (at === index ? input.value : item)),
      ),
    )
    const up = button(`${words.up}: ${index + 1}`, '↑', () => store(swapped(index, index - 1), index - 1))
    const down = button(`${words.down}: ${index + 1}`, '↓', () => store(swapped(index, index + 1), index + 1))
    const remove = button(`${words.remove}: ${index + 1}`, '×', () =>
      store(
        items().filter((_, at) => at !== index),
        Math.min(index, values.length - 2),
      ),
    )
    const error = Object.assign(document.createElement('p'), {
      className: 'finding',
      id: `e-${name}-${index}`,
      hidden: true,
    })
    input.setAttribute('aria-describedby', error.id)
    line.append(input, ...(index > 0 ? [up] : []), ...(index < values.length - 1 ? [down] : []), remove, error)
    return line
  }
  const render = (values: JsonValue[]): void => {
    list?.replaceChildren(...values.map(row))
    // One more than the limit may be added: the finding then says what the limit is.
    if (add) add.hidden = values.length > maximum
  }
  let taking = 0
  /** Which request the field shows: a file that was chosen for an earlier one is not put into another. */
  let shownRequest = 0
  const take = async (files: readonly File[]): Promise<void> => {
    taking += 1
    await takeEach(files).finally(() => {
      taking -= 1
    })
  }
  const takeEach = async (files: readonly File[]): Promise<void> => {
    const mine = shownRequest
    const problems: string[] = []
    for (const file of files) {
      if (progress) progress.textContent = words.reading(file.name)
      const chosen = await takeFile(file, name, items().map(shown)).catch((error: unknown): ChosenFile => ({
        problem: error instanceof Error ? error.message : String(error),
      }))
      if (mine !== shownRequest) return
      if ('problem' in chosen) problems.push(chosen.problem)
      else store([...items(), chosen.reference], items().length)
    }
    if (progress) progress.textContent = problems.join(' ')
  }
  add?.addEventListener('click', () => store([...items(), ''], items().length))
  field.querySelector('[data-choose]')?.addEventListener('click', () => chooser?.click())
  chooser?.addEventListener('change', () => {
    void take([...(chooser.files ?? [])])
    chooser.value = ''
  })
  if (chooser !== null) {
    field.addEventListener('dragover', (event) => {
      event.preventDefault()
      field.classList.add('dropping')
    })
    field.addEventListener('dragleave', () => field.classList.remove('dropping'))
    field.addEventListener('drop', (event) => {
      event.preventDefault()
      field.classList.remove('dropping')
      void take([...(event.dataTransfer?.files ?? [])])
    })
  }
  return {
    name,
    field,
    isTaking: () => taking > 0,
    show: (value) => {
      shownRequest += 1
      if (progress) progress.textContent = ''
      render(Array.isArray(value) ? value : [])
    },
  }
}
