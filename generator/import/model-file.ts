import type { JsonSchema, JsonValue, ModelKind } from '../catalogue.js'
import type { Diagnostic } from '../diagnostic.js'
import { isObject } from '../load/json-object.js'
import { pointerSteps } from '../load/pointer.js'
import { CannotAddModelError } from '../new/add.js'
import { head } from '../new/scaffold.js'
import { formatDiagnostic } from '../print.js'
import { CannotImportError, type OpenApi, type Operation } from './document.js'
import { flatten, ruleReason } from './flatten.js'
import type { Notes } from './lost.js'
import { sentence } from './sentence.js'
import { membersOf, notRequired } from './value.js'
import type { Keywords } from './writer.js'

/** What a vendor calls a parameter that every model file has already. */
const reserved = new Map([['model', 'every request names its model under "model" already']])

/** The model file of an operation: its body becomes parameters, and what the language cannot hold becomes notes. */
export function modelFileOf(
  document: OpenApi,
  { input, description, method, path }: Operation,
  { id, kind }: { id: string; kind: ModelKind },
  notes: Notes,
): JsonSchema {
  const flat = flatten(document, input, notes)
  if (flat.properties.size === 0)
    throw new CannotImportError(
      `${method} ${path} takes a body whose members the document does not name (at ${input.pointer || '/'}), so that no parameter can be imported; write them under "properties" there`,
    )
  const { properties, required } = membersOf({ document, notes }, flat, [], reserved)
  for (const [key, { pointer, value }] of flat.keywords) {
    if (['type', 'title', 'description'].includes(key) || (key === 'additionalProperties' && value === false)) continue
    notes.lose(
      pointer,
      key === 'additionalProperties'
        ? 'a misspelt parameter is an error: parameters beside those that are listed are rejected'
        : key.startsWith('x-')
          ? `the language has no "${key}" here`
          : ruleReason,
    )
  }
  for (const [name, parameter] of Object.entries(properties)) parameter['x-source'] = { section: id, item: name }
  if (description !== undefined) notes.from(['description'], description.pointer)
  return {
    ...head(id, kind, description && sentence(description.value)),
    required: ['model', ...required],
    properties: { model: { const: id }, ...properties },
    additionalProperties: false,
  }
}

/** What cannot be left out alone: without it, what it belongs to has no kind. */
const structural = new Set([
  'type',
  'properties',
  'items',
  '$ref',
  'x-media',
  'x-items',
  'x-source',
  'additionalProperties',
])

/**
 * Takes out of a model file what the checks of the generator reject, each time with a note of what they say, until they
 * say nothing more. Throws a CannotAddModelError for what belongs to no parameter, such as an ID that is taken.
 */
export function keepWhatPasses(
  file: JsonSchema,
  { id, kind }: { id: string; kind: ModelKind },
  check: (file: JsonValue) => Diagnostic[],
  notes: Notes,
): void {
  const { description } = head(id, kind)
  for (;;) {
    const diagnostics = check(file)
    // A name that is rejected is rejected among those that are required too; the member is what can be left out.
    const diagnostic = diagnostics.find(({ pointer }) => pointerSteps(pointer).at(-2) !== 'required') ?? diagnostics[0]
    if (diagnostic === undefined) return
    const steps = removable(pointerSteps(diagnostic.pointer))
    const [root, name] = steps
    const isParameter = root === 'properties' && name !== undefined && name !== 'model'
    if (root === 'description' && file.description !== description) file.description = description
    else if (!isParameter || !remove(file, steps, notes))
      throw new CannotAddModelError(formatDiagnostic(diagnostic, 'spec'))
    notes.lose(notes.originOf(steps), `${diagnostic.message} (${diagnostic.code})`)
  }
}

/** The steps to what can be left out: the keyword that offends, or the parameter around it. */
function removable(steps: readonly string[]): string[] {
  const options = steps.indexOf('x-options', 2)
  const inside = options < 0 ? [...steps] : steps.slice(0, options + 1)
  const isStructural = (step = ''): boolean => structural.has(step) || /^[0-9]+$/.test(step)
  while (inside.length > 2 && inside.at(-2) !== 'properties' && isStructural(inside.at(-1))) inside.pop()
  return inside
}

/** Answers whether there was anything to remove. */
function remove(file: JsonSchema, steps: readonly string[], notes: Notes): boolean {
  const last = steps.at(-1) ?? ''
  const owners = steps.slice(0, -1).reduce<JsonValue[]>(
    (path, step) => {
      const at = path.at(-1)
      return [...path, isObject(at) ? (at[step] ?? null) : null]
    },
    [file],
  )
  const owner = owners.at(-1)
  if (!isObject(owner) || !Object.hasOwn(owner, last)) return false
  delete owner[last]
  // A pattern without examples, and a member that is required without being there, are nothing.
  if (last === 'examples') delete owner.pattern
  if (steps.at(-2) !== 'properties') return true
  const around = owners.at(-2) as Keywords | undefined
  if (around === undefined || !Array.isArray(around.required) || !around.required.includes(last)) return true
  notes.lose(notes.originOf([...steps.slice(0, -2), 'required', last]), notRequired(last))
  around.required = around.required.filter((name) => name !== last)
  if (around.required.length === 0) delete around.required
  return true
}
