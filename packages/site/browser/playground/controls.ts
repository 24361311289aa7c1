import type { JsonValue } from '@model-tasks/spec'
import model from 'virtual:model'
import { requestIn, type EditedRequest } from './request.js'
import type { Control } from './control.js'
import { inexactNumber } from '../json/inexact-number.js'
import { fitToText } from '../long-text.js'
import { jsonFault } from '../json/fault.js'
import { orNull } from './or-null.js'
import { urlList, type TakeFile } from './url-list.js'
import { words } from './words.js'

const numberText = /^-?\d+(\.\d+)?$/

/** The value that a typed text stands for. What is not a number is sent as it was typed, so that the finding can say so. */
const parsed = (kind: string, text: string): JsonValue | undefined => {
  if (text === '') return undefined
  if (kind === 'integer' || kind === 'number') return numberText.test(text) ? Number(text) : text
  return text
}

const shown = (value: JsonValue | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const textControl = (name: string, kind: string, field: HTMLElement, request: EditedRequest): Control => {
  const input = field.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[id="f-${name}"]`)
  const range = field.querySelector<HTMLInputElement>('input[type="range"]')
  const fit = (): void => {
    if (input instanceof HTMLTextAreaElement) fitToText(input, words.removeLong, () => request.set(name, undefined))
  }
  input?.addEventListener('input', () => {
    const value = parsed(kind, input.value)
    fit()
    if (range && typeof value === 'number') range.value = String(value)
    const inexact = typeof value === 'number' ? inexactNumber(input.value)?.number : undefined
    if (inexact === undefined) request.set(name, value)
    else request.reject(name, words.notExact(inexact))
  })
  range?.addEventListener('input', () => {
    if (input) input.value = range.value
    request.set(name, Number(range.value))
  })
  return {
    name,
    field,
    show: (value) => {
      if (input) input.value = shown(value)
      fit()
      if (range && typeof value === 'number') range.value = String(value)
    },
  }
}

/** The value of a choice that a radio button stands for. */
const chosenValue = (text: string, type: string, values: readonly JsonValue[]): JsonValue | undefined => {
  if (text === '') return undefined
  if (type === 'mixed') return values.find((value) => shown(value) === text)
  if (type === 'string') return text
  return text === 'true' || (text === 'false' ? false : Number(text))
}

const choiceControl = (
  name: string,
  { type, values = [] }: { type: string; values?: readonly JsonValue[] | undefined },
  field: HTMLElement,
  request: EditedRequest,
): Control => {
  const radios = [...field.querySelectorAll<HTMLInputElement>('input[type="radio"]')]
  field.addEventListener('change', () => {
    request.set(name, chosenValue(radios.find((radio) => radio.checked)?.value ?? '', type, values))
  })
  return {
    name,
    field,
    show: (value) => {
      for (const radio of radios) radio.checked = radio.value === shown(value)
    },
  }
}

/** A value as JSON: an object, or a list of anything but references. */
const jsonControl = (name: string, field: HTMLElement, request: EditedRequest): Control => {
  const input = field.querySelector('textarea')
  const fit = (): void => {
    if (input) input.rows = Math.min(12, Math.max(3, input.value.split('\n').length))
  }
  input?.addEventListener('input', () => {
    fit()
    const fault = input.value.trim() === '' ? undefined : jsonFault(input.value)
    const inexact = inexactNumber(input.value)?.number
    if (fault) request.reject(name, words.notJson(input.value.slice(0, fault.at).split('\n').length, fault.got))
    else if (inexact !== undefined) request.reject(name, words.notExact(inexact))
    else request.set(name, input.value.trim() === '' ? undefined : (JSON.parse(input.value) as JsonValue))
  })
  return {
    name,
    field,
    show: (value) => {
      if (input) input.value = value === undefined ? '' : JSON.stringify(value, null, 2)
      fit()
    },
  }
}

/** All parameters as JSON, where they are not known. */
const openControl = (name: string, field: HTMLElement, request: EditedRequest): Control => {
  const input = field.querySelector<HTMLTextAreaElement>('[data-open]')
  input?.addEventListener('input', () => {
    const typed = requestIn(input.value)
    const inexact = inexactNumber(input.value)?.number
    if (typed === undefined) request.reject(name, words.notObject)
    else if (inexact !== undefined) request.reject(name, words.notExact(inexact))
    else request.replace(typed)
  })
  return {
    name,
    field,
    show: () => {
      const { model: _, ...parameters } = request.body
      if (input) input.value = JSON.stringify(parameters, null, 2)
    },
  }
}

/** The controls of the form: one per parameter of the model, or one for all where its parameters are not shown. */
export const controlsOf = (form: HTMLElement, request: EditedRequest, takeFile: TakeFile): Control[] => {
  const open = form.querySelector<HTMLElement>('[data-kind="open"]')
  return open === null
    ? parameterControls(form, request, takeFile)
    : [openControl(open.dataset.parameter ?? '', open, request)]
}

const parameterControls = (form: HTMLElement, request: EditedRequest, takeFile: TakeFile): Control[] =>
  model.parameters.flatMap((parameter): Control[] => {
    const field = form.querySelector<HTMLElement>(`[data-parameter="${parameter.name}"]`)
    if (field === null) return []
    const controls = parameterControl(parameter, field, request, takeFile)
    return parameter.nullable === true ? controls.map((control) => orNull(control, request)) : controls
  })

const parameterControl = (
  { name, kind, type = 'string', values }: (typeof model.parameters)[number],
  field: HTMLElement,
  request: EditedRequest,
  takeFile: TakeFile,
): Control[] => {
  // One reference alone is a text.
  if (field.querySelector('[data-urls]') !== null) return [urlList(name, field, request, takeFile)]
  if (kind === 'enum') return [choiceControl(name, { type, values }, field, request)]
  if (kind === 'boolean') return [choiceControl(name, { type: kind }, field, request)]
  if (['array', 'list', 'object', 'union', 'map'].includes(kind)) return [jsonControl(name, field, request)]
  return [textControl(name, kind, field, request)]
}
