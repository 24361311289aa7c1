import type { Language } from './language.js'
import { nearestModel } from './nearest-model.js'
import { nearest } from './nearest.js'
import { render, type Slots } from './render.js'

/** The models of a catalogue, by all their names. */
export interface ModelNames {
  ids: readonly string[]
  /** Model IDs by display name, and by the IDs that they had before. */
  displayNames: Readonly<Record<string, string>>
  renamedModels: Readonly<Record<string, string>>
  /** The IDs of the models without a reference. */
  openModels: readonly string[]
}

/** Why a request body names no model. */
export interface UnknownModel {
  rule: 'body' | 'required' | 'null' | 'type' | 'model-unknown'
  /** JSON pointer: the body itself, or `/model`. */
  path: '' | '/model'
  slots: Slots
  /** The Model ID that was meant. */
  suggestion?: string
}

/** Why a body names none of these models. */
export function unknownModelOf(body: unknown, names: ModelNames): UnknownModel {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { rule: 'body', path: '', slots: { value: body } }
  const value: unknown = Object.hasOwn(body, 'model') ? Reflect.get(body, 'model') : undefined
  const path = '/model'
  const slots = { value, exampleModel: names.ids[1] ?? names.ids[0] }
  if (value === undefined) return { rule: 'required', path, slots }
  if (value === null) return { rule: 'null', path, slots }
  if (typeof value !== 'string') return { rule: 'type', path, slots }
  const { suggestion, ...why } = meant(value, names)
  return suggestion === undefined
    ? { rule: 'model-unknown', path, slots }
    : { rule: 'model-unknown', path, slots: { ...slots, ...why, suggestion }, suggestion }
}

/** The message of such a finding. */
export function unknownModelMessage({ rule, path, slots }: UnknownModel, language: Language): string {
  const message = render(language.rules[rule] ?? [rule], slots, language)
  return path === ''
    ? render(language.texts['body'] ?? ['{message}'], { message }, language)
    : `model${language.colon}${message}`
}

/** The Model ID that a name stands for, with the slot that says how. */
function meant(value: string, names: ModelNames): { suggestion?: string; renamed?: ''; displayName?: '' } {
  const { ids, displayNames, renamedModels, openModels } = names
  const renamed = Object.hasOwn(renamedModels, value) ? renamedModels[value] : undefined
  if (renamed !== undefined) return { suggestion: renamed, renamed: '' }
  const displayed = idOfDisplayName(value, displayNames)
  if (displayed !== undefined) return { suggestion: displayed, displayName: '' }
  const suggestion =
    nearestModel(value, ids, openModels) ?? idOfDisplayName(nearest(value, Object.keys(displayNames)), displayNames)
  return suggestion === undefined ? {} : { suggestion }
}

/** The Model ID of a display name, in any case and with blanks around it. */
function idOfDisplayName(name: string | undefined, displayNames: ModelNames['displayNames']): string | undefined {
  const plain = name?.trim().toLowerCase()
  return Object.entries(displayNames).find(([each]) => each.toLowerCase() === plain)?.[1]
}
