import { readRetryAfter, type Answer } from '@model-tasks/client/policy'
import { isJsonObject, parseJson, type JsonValue } from '../../../base/json.js'
import {
  readError,
  readRate,
  readWait,
  wordProvesCancelled,
  type ErrorReading,
  type Mapping,
  type Operation,
  type Reading,
} from '@model-tasks/documents/upstreams/interpreter'
import type { Connection } from './connection.js'
import { withExactIntegers } from './exact-integers.js'
import { dateOf } from '../date-of.js'
import { pauseReasonOf } from '../pause-reason.js'
import type { Pause, Snapshot } from '../../../domain/provider/provider.js'
import { safeWords as withoutSecrets } from '../safe-words.js'

/** The JSON of an answer, with integers beyond 2^53 as strings; undefined when it is not JSON, such as an HTML page of a proxy. */
export function jsonOf({ json, body }: Answer): JsonValue | undefined {
  if (!isJson(json)) return undefined
  const exact = withExactIntegers(body)
  return exact === body ? json : parseJson(exact)
}

function isJson(value: unknown): value is JsonValue {
  return value !== undefined
}

/** What an answer that is an error says and proves; undefined when it is not an error. */
export function errorIn(mapping: Mapping, answer: Answer): ErrorReading | undefined {
  return readError(mapping, answer.status, jsonOf(answer), answer.headers)
}

/** Words of an upstream as they are kept and shown: without its key and tokens, and cut where they are very long. */
export function safeWords(words: string, { credentials }: Pick<Connection, 'credentials'>): string {
  return withoutSecrets(words, credentials.secrets)
}

/** An error in the upstream's own words, with the status where it has none, and without the key. */
export function errorText(connection: Connection, { status, json }: Answer, { message, code }: ErrorReading): string {
  const { mapping } = connection
  const words = message ?? (isJsonObject(json as JsonValue | undefined) ? undefined : 'the answer is not JSON')
  const details = [`HTTP ${status}`, ...(code === undefined ? [] : [code])].join(', ')
  const text = words === undefined ? `${mapping.title} answered ${details}` : `${mapping.title}: ${words} (${details})`
  return safeWords(text, connection)
}

/** Whether an answer has none of the words that the upstream has for its errors: nothing shows that it comes from there. */
export function isWordless(error?: ErrorReading): boolean {
  return error?.message === undefined && error?.code === undefined
}

/** Why the upstream should not be asked for a while, for any task. */
export function pauseOf(
  { mapping, clock }: Pick<Connection, 'mapping' | 'clock'>,
  answer: Answer,
  error?: ErrorReading,
): Pause | undefined {
  const { status } = answer
  const said = error?.proves
  const isOfTask = said === 'rejected' && error?.exact === true && !isWordless(error)
  const isOfKey = said === 'credentials' || said === 'payment'
  const reason = isOfTask ? undefined : isOfKey ? said : pauseReasonOf(status, isWordless(error))
  if (reason === undefined) return undefined
  return { reason, retryAfter: waitOf(mapping, answer, dateOf(clock)) }
}

/** How long an error asks to wait, in milliseconds: Retry-After, a member of the body, or the reset of a limit that is used up. */
function waitOf(mapping: Mapping, answer: Answer, date: number): number | undefined {
  const rate = readRate(mapping, answer.headers, date)
  return (
    readRetryAfter(answer.headers)?.asked ??
    readWait(mapping, jsonOf(answer) ?? null) ??
    (rate?.remaining === 0 ? rate.resetIn : undefined)
  )
}

/** What a task's answer means for the engine. */
export function snapshotOf(connection: Connection, operation: Operation, reading: Reading): Snapshot {
  const { mapping } = connection
  const { state, progress, seconds } = reading
  const word = safeWords(reading.word ?? state, connection)
  switch (state) {
    case 'queued':
    case 'processing':
      if (reading.unknown) connection.reportUnknownStatus?.(word)
      return {
        state: 'running',
        status: word,
        progress,
        unknown: reading.unknown,
      }
    case 'completed':
      return {
        state: 'completed',
        status: word,
        ...(reading.result?.kind === 'url' ? { resultUrl: reading.result.url } : {}),
        seconds,
      }
    case 'unknown':
      return { state: 'missing', error: `${mapping.title} does not know the task (${word})` }
    case 'failed':
    case 'expired':
      return failedSnapshot(connection, reading, word)
    case 'cancelled': {
      const ended = failedSnapshot(connection, reading, word)
      return wordProvesCancelled(operation, reading.word) ? ended : { ...ended, cost: 'unknown' }
    }
  }
}

/** A task that the upstream has ended without a result. */
function failedSnapshot(
  connection: Connection,
  reading: Reading,
  word: string,
): Extract<Snapshot, { state: 'failed' }> {
  return {
    state: 'failed',
    error: safeWords(endText(connection.mapping, reading), connection),
    status: word,
    ...(reading.usage.length === 0 ? {} : { usage: reading.usage }),
  }
}

/** Why a task ended: the upstream's own message, or its status word where there is none. */
function endText({ title }: Mapping, { message, code, word = 'failed' }: Reading): string {
  const named = code === undefined ? '' : ` (${code})`
  return message === undefined ? `${title} ended the task: ${word}${named}` : `${message}${named}`
}
