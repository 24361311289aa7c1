import { ModelTasksError, type CallOptions, type CustomParams } from '@model-tasks/client'
import { callError, isClientError, messageOf } from '../call-error.js'
import { onlyOf, submitsOf, type EarlierSubmit } from '../journal.js'
import type { StartedTask } from '../operation.js'
import type { Session } from '../session.js'
import { requestDigest } from './request-digest.js'

/** A call that is to become tasks. */
export interface WantedTasks {
  model: string
  parameters: CustomParams
  /** How many tasks of this request. */
  n: number
  /** The Idempotency-Key of the call: one that its user chose, or one that the AI SDK made up for it. */
  key: string | undefined
  options: Pick<CallOptions, 'headers' | 'signal'>
}

/** What came of a call. */
export interface StartedTasks {
  tasks: StartedTask[]
  /** Why there are fewer than were asked for. */
  missing: string[]
  /** IDs of tasks that an earlier call had submitted: nothing was paid for them now. */
  continued: string[]
}

/** Keys that were made up for one call: no other call names them again. */
const madeUp = /^aisdk_/

/**
 * Submits each task of a call once, one after the other. Its key is made of that of the call and of the request, so that the journal shows what
 * became of it: a call under a key that its user chose is the tasks of the earlier call under that key; one without such a key continues tasks
 * of the same request that an earlier process left without their end. Throws what `callError` makes of the first failure, where no task was started.
 */
export async function startTasks(session: Session, wanted: WantedTasks): Promise<StartedTasks> {
  const { key, model } = wanted
  try {
    if (key !== undefined && !madeUp.test(key)) return await session.once(key, () => start(session, wanted, key, true))
    return await start(session, wanted, key ?? `aisdk_${crypto.randomUUID()}`, false)
  } catch (error) {
    throw callError(error, { service: session.service, model })
  }
}

async function start(session: Session, wanted: WantedTasks, base: string, named: boolean): Promise<StartedTasks> {
  const { model, parameters, n } = wanted
  const digest = await requestDigest(model, parameters)
  const submits = await submitsOf(session.journal)
  if (named) rejectOtherRequest(base, digest, [...submits.keys()])
  const started: StartedTasks = { tasks: [], missing: [], continued: [] }
  for (let ordinal = 1; ordinal <= n; ordinal++) {
    const key = `${base}.${digest}.${ordinal}`
    try {
      const earlier = named
        ? await continueNamed(session, submits.get(key))
        : await continueLeftOver(session, digest, [...submits.values()])
      if (earlier) started.continued.push(earlier.id)
      started.tasks.push(earlier ?? (await submit(session, wanted, key)))
    } catch (error) {
      if (started.tasks.length === 0 || !isClientError(error)) throw error
      started.missing.push(`Only ${started.tasks.length} of ${n} tasks were submitted: ${messageOf(error)}`)
      break
    }
  }
  return started
}

/** Throws ModelTasksError where the key of a call was that of another request. */
function rejectOtherRequest(base: string, digest: string, keys: readonly string[]): void {
  const other = keys.find((key) => key.startsWith(`${base}.`) && /^[0-9a-f]{16}\.\d+$/.test(key.slice(base.length + 1)))
  if (other === undefined || other.startsWith(`${base}.${digest}.`)) return
  throw new ModelTasksError(
    `idempotency-key ${JSON.stringify(base)} belongs to another request, and nothing was submitted`,
    {
      code: 'key-of-another-request',
      hint: 'For a new task use a new key; to repeat the earlier call, pass exactly what was passed then',
    },
  )
}

/** The task that an earlier call under this key has submitted; undefined where it is certain that there is none. */
async function continueNamed(session: Session, earlier: EarlierSubmit | undefined): Promise<StartedTask | undefined> {
  if (earlier === undefined || earlier.over === true) return undefined
  const { intent, id, key: idempotencyKey } = earlier
  if (intent.service !== undefined && intent.service !== session.service)
    throw new ModelTasksError(
      `the journal has this idempotency-key for another service, ${intent.service}, and nothing was submitted`,
      { code: 'key-of-another-service', hint: 'Use a key or a journal of its own for each service' },
    )
  if (id !== undefined && earlier.ended === true) return { id, idempotencyKey }
  const found = await resume(session, earlier)
  if (found !== 'elsewhere') return found
  if (id !== undefined) return { id, idempotencyKey }
  throw new ModelTasksError('another process is submitting this request, and nothing was submitted', {
    code: 'submitted-elsewhere',
    hint: 'Call again with the same idempotency-key in a few seconds',
  })
}

/** The oldest task of this request, under a key that was made up, whose end was not seen and which no running call has. */
async function continueLeftOver(
  session: Session,
  digest: string,
  submits: readonly EarlierSubmit[],
): Promise<StartedTask | undefined> {
  const { own, service } = session
  for (const earlier of submits) {
    const { key, intent, ended, over } = earlier
    if (!madeUp.test(key) || key.split('.').at(-2) !== digest || intent.service !== service) continue
    if (ended === true || over === true || own.has(key)) continue
    own.add(key)
    try {
      const found = await resume(session, earlier)
      if (found !== 'elsewhere') return found
      own.delete(key)
    } catch (error) {
      if (codeOf(error) === 'other-account') continue
      // Its caller has no ID: the next call of this request has to ask again.
      own.delete(key)
      throw error
    }
  }
  return undefined
}

/** The task of an earlier submit. Throws where one may exist and cannot be found. */
async function resume(session: Session, { key }: EarlierSubmit): Promise<StartedTask | 'elsewhere' | undefined> {
  const { handles, unresolved, elsewhere } = await session.client.resumeAll(onlyOf(session.journal, key))
  const [handle] = handles
  if (handle) return { id: handle.id, idempotencyKey: key }
  const [open] = unresolved
  if (open) throw open.error
  return elsewhere.length > 0 ? 'elsewhere' : undefined
}

function codeOf(error: unknown): string | undefined {
  return isClientError(error) ? error.code : undefined
}

async function submit(
  { client, journal, own }: Session,
  { model, parameters, options }: WantedTasks,
  idempotencyKey: string,
): Promise<StartedTask> {
  own.add(idempotencyKey)
  try {
    // Two calls are two tasks: which ones are repeats is decided above.
    const { id } = await client.custom(model, parameters, { ...options, idempotencyKey, journal, again: true })
    return { id, idempotencyKey }
  } catch (error) {
    own.delete(idempotencyKey)
    throw error
  }
}
