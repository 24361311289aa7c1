import { type Json, type Path, read, write } from './json.js'

/** Our four states, and what an upstream tells apart beside them. */
export type UpstreamState = 'queued' | 'processing' | 'completed' | 'failed' | 'expired' | 'cancelled' | 'unknown'

/** Where an upstream says how a task stands, and what that means. */
export interface StatusFacts {
  at: Path
  /** The upstream's words; a number or a boolean is meant by what it is written as. */
  states: { [word: string]: UpstreamState }
  /** A fake or a native API writes words as numbers or booleans; absent: as strings. All are read. */
  writtenAs?: 'number' | 'boolean'
  /** What it means that there is no word; absent: that the answer is not a task. */
  absent?: UpstreamState
  /** What counts before the word. */
  cases: StatusCase[]
}

/** A state that several signs mean together. */
export interface StatusCase {
  when: Sign[]
  means: UpstreamState
}

/** A sign in an answer: one of these values, in any type, or whether there is a value at all. */
export type Sign = { at: Path; is: Json[] } | { at: Path; present: boolean }

/** What an answer says of the state of its task. `unknown`: the mapping does not have the word, from which nothing is concluded. */
export interface StatusReading {
  state: UpstreamState
  word?: string
  unknown?: true
}

/** Reads the state of a task; undefined when the answer is not a task. Words are compared without case. */
export function readStatus({ at, states, absent, cases }: StatusFacts, body: Json): StatusReading | undefined {
  const value = read(body, at)
  const word = isScalar(value) ? String(value) : undefined
  const said = word === undefined ? {} : { word }
  const proven = cases.find(({ when }) => when.every((sign) => isThere(sign, body)))
  if (proven !== undefined) return { state: proven.means, ...said }
  if (word === undefined)
    return (value === undefined || value === null) && absent !== undefined ? { state: absent } : undefined
  const state = Object.hasOwn(states, word) ? states[word] : withoutCase(states).get(comparable(word))
  // The task goes on until its deadline.
  return state === undefined ? { state: 'processing', word, unknown: true } : { state, word }
}

/** The body with what says that a task is in a state. Where there is no word for it, that of the nearest state. */
export function writeStatus(facts: StatusFacts, body: Json, state: UpstreamState): Json {
  for (const near of [state, ...nearest[state]]) {
    const word = Object.entries(facts.states).find(([, known]) => known === near)?.[0]
    if (word !== undefined) return write(body, facts.at, typed(word, facts.writtenAs))
    if (near === facts.absent) return body
    const found = caseOf(facts, near)
    if (found !== undefined) return found.when.reduce((whole, sign) => withSign(whole, sign), body)
  }
  return body
}

/** The body with a text at each place where there must be something for a task to be in a state. */
export function writeSigns(facts: StatusFacts, body: Json, state: UpstreamState, text: string): Json {
  const hasWord = (near: UpstreamState): boolean =>
    near === facts.absent || Object.values(facts.states).includes(near) || caseOf(facts, near) !== undefined
  const written = [state, ...nearest[state]].find(hasWord)
  if (written === undefined || Object.values(facts.states).includes(written)) return body
  const places = (caseOf(facts, written)?.when ?? []).filter((sign) => 'present' in sign && sign.present)
  return places.reduce((whole, { at }) => (read(whole, at) === undefined ? write(whole, at, text) : whole), body)
}

function caseOf({ cases }: StatusFacts, state: UpstreamState): StatusCase | undefined {
  return cases.find(({ means }) => means === state)
}

function withSign(body: Json, sign: Sign): Json {
  return 'is' in sign && sign.is[0] !== undefined ? write(body, sign.at, sign.is[0]) : body
}

function isThere(sign: Sign, body: Json): boolean {
  const value = read(body, sign.at)
  if ('present' in sign) return (value !== undefined && value !== null && value !== '') === sign.present
  return (
    isScalar(value) && sign.is.filter(isScalar).some((one) => comparable(String(one)) === comparable(String(value)))
  )
}

function isScalar(value: Json | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

const comparableStates = new WeakMap<StatusFacts['states'], ReadonlyMap<string, UpstreamState>>()

function withoutCase(states: StatusFacts['states']): ReadonlyMap<string, UpstreamState> {
  const known = comparableStates.get(states)
  if (known !== undefined) return known
  const made = new Map(Object.entries(states).map(([word, state]) => [comparable(word), state]))
  comparableStates.set(states, made)
  return made
}

function comparable(word: string): string {
  return word.trim().toLowerCase()
}

function typed(word: string, writtenAs: StatusFacts['writtenAs']): Json {
  if (writtenAs === undefined) return word
  return writtenAs === 'number' ? Number(word) : word === 'true'
}

const nearest: Readonly<Record<UpstreamState, readonly UpstreamState[]>> = {
  queued: ['processing'],
  processing: ['queued'],
  completed: [],
  failed: [],
  expired: ['failed'],
  cancelled: ['failed'],
  unknown: ['failed'],
}
