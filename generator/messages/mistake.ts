import type { JsonValue } from '../catalogue.js'
import type { ModelTextFacts, ParameterFacts } from '../text-facts.js'
import { stepsOf, valueAt } from './pointer.js'

/** What the message of a finding is made from. */
export interface Mistake {
  model: string
  facts: ModelTextFacts
  /** Where the value lies: the parameter, then members and indices. */
  steps: readonly string[]
  /** What is accepted at that place; undefined where nothing is. */
  accepted: ParameterFacts | undefined
  /** What the validator reports beside rule and path. */
  params: Record<string, JsonValue>
  /** The value at the path; undefined where there is none. */
  value: unknown
  /** The parameters of the model, or the members of the object that the value lies in. */
  siblings: Readonly<Record<string, ParameterFacts>>
  /** Those of them that the request uses. */
  used: ReadonlySet<string>
  /** Whether a value would be accepted in place of the one that was sent. */
  isAccepted: (value: JsonValue) => boolean
}

/** What a validator reports. */
export interface Reported {
  rule: string
  /** JSON pointer into the request body. */
  path: string
  params: Record<string, JsonValue>
}

/** The values that a finding lists as allowed. */
export function allowedBy({ params }: Pick<Mistake, 'params'>): readonly JsonValue[] {
  return Array.isArray(params.allowed) ? params.allowed : []
}

/** Puts what a validator found in `body` beside the facts of the place. */
export function mistakeOf(
  { path, params }: Reported,
  facts: ModelTextFacts,
  body: Record<string, unknown>,
  isAccepted: (steps: readonly string[], value: JsonValue) => boolean,
): Mistake {
  const steps = stepsOf(path)
  const siblings = membersAt(facts, steps.slice(0, -1), body)
  const holder = valueAt(body, steps.slice(0, -1))
  return {
    model: facts.model,
    facts,
    steps,
    accepted: factsAt(facts, steps, body),
    params,
    value: valueAt(body, steps),
    siblings,
    used: new Set(
      typeof holder === 'object' && holder !== null
        ? Object.keys(siblings).filter((name) => Object.hasOwn(holder, name))
        : [],
    ),
    isAccepted: (value) => isAccepted(steps, value),
  }
}

/** What is accepted at a place of a request. An item of a media parameter is described by the parameter itself. */
export function factsAt(
  facts: ModelTextFacts,
  steps: readonly string[],
  body: Record<string, unknown>,
): ParameterFacts | undefined {
  const [name = '', ...inside] = steps
  let accepted = own(facts.parameters, name)
  for (const [index, step] of inside.entries()) {
    if (accepted?.kind === 'media') return accepted
    accepted = accepted?.items ?? own(membersOf(accepted, valueAt(body, steps.slice(0, index + 1))), step)
  }
  return accepted
}

type Members = Readonly<Record<string, ParameterFacts>>

function membersAt(facts: ModelTextFacts, steps: readonly string[], body: Record<string, unknown>): Members {
  return steps.length === 0 ? facts.parameters : membersOf(factsAt(facts, steps, body), valueAt(body, steps))
}

/** The members of an object; of one that has several forms those of the form that it is of, by its tag. */
function membersOf(accepted: ParameterFacts | undefined, value: unknown): Members {
  const { members = {}, variants = {}, tag = '' } = accepted ?? {}
  const form = valueAt(value, [tag])
  // Of a form that is none of them only the tag is known.
  return (typeof form === 'string' ? own(variants, form)?.members : undefined) ?? members
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
