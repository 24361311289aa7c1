import type { Catalogue, JsonSchema, JsonValue, Model, TaskFacts, TaskField } from '../../catalogue.js'
import { typesIn } from '../../task-schema.js'
import type { AnswerWitness, Disagreement } from '../event.js'
import { modelPairs } from '../pairs.js'

/**
 * Answers that break what the earlier catalogue promised of every Task (a field that is missing or has another type), and
 * states that were promised and no longer come: one for each field, the first found.
 */
export function findAnswers(before: Catalogue, after: Catalogue): Disagreement<AnswerWitness>[] {
  const found = new Map<string, Disagreement<AnswerWitness>>()
  const add = (field: string, now: AnswerWitness['now'], answer: JsonSchema): void => {
    const subject = `Task.${field}`
    if (!found.has(subject)) found.set(subject, { subject, witness: { now, path: `/${field}`, answer } })
  }
  for (const each of answersOf(after))
    for (const field of brokenBy(each, before.task)) add(field, 'possible', each.answer)
  const ends = new Map(after.task.states.map(({ status, terminal }) => [status, terminal]))
  const lost = before.task.states.find(({ status, terminal }) => ends.get(status) !== terminal)
  const relied = answersOf(before).find(({ status }) => status === lost?.status)
  if (relied !== undefined) add('status', 'impossible', relied.answer)
  for (const { before: old, after: now } of modelPairs(before, after)) {
    const [gone] = old.responseExtras.filter((name) => !now.responseExtras.includes(name))
    const answer = answersOf({ ...before, models: [old] }).at(-1)?.answer
    if (gone === undefined || answer === undefined) continue
    found.set(`${now.id} extras`, {
      subject: now.id,
      witness: { now: 'impossible', path: `/${gone}`, answer: { ...answer, [gone]: 'text' } },
    })
  }
  return [...found.values()]
}

/** An answer about a task of a model in a state. */
interface Answer {
  model: Model
  status: string
  answer: JsonSchema
}

/** The least that each state of a task of each model may be answered with. */
function answersOf({ models, task }: Catalogue): Answer[] {
  const first = new Map<string, Model>()
  for (const model of models) if (!first.has(tellingFacts(model, task))) first.set(tellingFacts(model, task), model)
  return [...first.values()].flatMap((model) =>
    task.states.map(({ status }) => {
      const answer: JsonSchema = {}
      for (const field of task.fields)
        if (isPromised(field, model, status)) answer[field.name] = exampleOf(field, model, status)
      return { model, status, answer }
    }),
  )
}

/** What of a model decides which fields its tasks have. */
function tellingFacts({ id, kind }: Model, { fields }: TaskFacts): string {
  return [kind, ...fields.filter(({ models }) => models?.includes(id)).map(({ name }) => name)].join(' ')
}

/** The fields of an answer that are not as a catalogue promises. */
function brokenBy({ model, status, answer }: Answer, { fields }: TaskFacts): string[] {
  return fields
    .filter((field) => {
      const value = answer[field.name]
      return value === undefined ? isPromised(field, model, status) : !isOfType(field, value)
    })
    .map(({ name }) => name)
}

function isPromised({ present, kind, models }: TaskField, model: Model, status: string): boolean {
  const isItsTime = present === 'always' || present === status
  const isItsModel = models === undefined || models.includes(model.id)
  return isItsTime && isItsModel && (kind === undefined || kind === model.kind)
}

const examples: Readonly<Record<string, JsonValue>> = {
  string: 'text',
  number: 0.5,
  integer: 1767225600,
  boolean: true,
  object: {},
  array: [],
  null: null,
}

function exampleOf({ name, type }: TaskField, { id, kind }: Model, status: string): JsonValue {
  const known: Readonly<Record<string, JsonValue>> = { object: kind, model: id, status }
  const [first = 'null'] = typeof type === 'string' ? typesIn(type) : []
  return first === 'string' && Object.hasOwn(known, name) ? (known[name] ?? null) : (examples[first] ?? null)
}

function isOfType({ type }: TaskField, value: JsonValue): boolean {
  if (typeof type !== 'string') return true
  const types = typesIn(type)
  const actual = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return types.length === 0 || types.includes(actual) || (types.includes('integer') && Number.isInteger(value))
}
