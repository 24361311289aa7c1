import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { InputError } from '../../base/input-error.js'
import type { JsonObject } from '../../base/json.js'
import { byKind, type TaskKind } from '../../domain/task/record.js'
import { serveFake } from '../fake/serve-fake.js'
import { knownKey } from '../fake/token-desk.js'
import { exampleRequest, type ExampleRequest } from './example-request.js'
import { callService, textIn, type ProvingService, type StartService } from './service.js'
import { fakeKey, serviceAt } from './service-at-fake.js'

/** How a task stands when the upstream is asked to cancel it, with how much of its time has passed then. */
const states = { queued: 0, processing: 0.5, ended: 1 } as const
type CancelledState = keyof typeof states

/** What became of a task that was cancelled. */
export interface CancelOutcome {
  kind: TaskKind
  state: CancelledState
  model: string
  /** Whether the upstream cancelled it. */
  cancelled: boolean
  status: string
  error: string | null
  /** Whether its account pays. */
  charged: boolean
  /** Whether it is free only where the upstream cancelled it, and has its result where it did not. */
  holds: boolean
}

/** The service's seconds in one of ours: it waits 8 of them for what an upstream answers to a cancel, also on a busy machine. */
const speed = 2
/** Milliseconds that a task of the fake takes, by the fake's own time, and those of ours after which a task is given up. */
const [duration, limit] = [1000, 90_000]

/**
 * Cancels a task of each kind that can be cancelled, in each state, at a fake that does what the documents of the upstream say.
 * Throws `InputError` for a protocol that carries no request of the catalogue.
 */
export async function proveCancels(mapping: Mapping, start: StartService): Promise<CancelOutcome[]> {
  const outcomes: CancelOutcome[] = []
  for (const [kind, { cancel }] of byKind(mapping.operations)) {
    if (cancel === undefined) continue
    const request = await exampleRequest(mapping, kind)
    const each = (['queued', 'processing', 'ended'] as const).map((state) => ({ kind, state, request }))
    outcomes.push(...(await Promise.all(each.map((trial) => proveCancel(mapping, trial, start)))))
  }
  return outcomes
}

interface Trial {
  kind: TaskKind
  state: CancelledState
  request: ExampleRequest
}

async function proveCancel(
  mapping: Mapping,
  { kind, state, request }: Trial,
  start: StartService,
): Promise<CancelOutcome> {
  let [passed, isFollowed] = [0, false]
  const fake = await serveFake(mapping, {
    ...{ ...knownKey(mapping, fakeKey), duration, now: () => passed, date: Date.now },
    intercept({ path, query, body }) {
      isFollowed ||= fake.tasks.some(({ id }) => `${path}?${query.toString()} ${body}`.includes(id))
      return undefined
    },
  })
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-prove-'))
  try {
    const service = await serviceAt(mapping, { fake, folder, model: request.model, speed }, start)
    try {
      const path = await followedTask(service, request, () => isFollowed)
      passed = duration * states[state]
      // Kept from here on: a cancel may remove it there.
      const [made] = fake.tasks
      await callService(service, service.newKey ?? '', `${path}/cancel`, { body: {} })
      const cancelled = made?.cancelled === true
      passed = duration
      const task = await taskWhen(service, path, ({ status }) => status === 'completed' || status === 'failed')
      return outcomeOf({ kind, state, request }, task, cancelled)
    } finally {
      await service.close()
    }
  } finally {
    await fake.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Submits a request and answers the path of its task, once the upstream was asked how it stands: until then a cancel may not reach it. */
async function followedTask(
  service: ProvingService,
  request: ExampleRequest,
  isFollowed: () => boolean,
): Promise<string> {
  const { status, body } = await callService(service, service.newKey ?? '', '/tasks', { body: request })
  if (status !== 200) throw new InputError(`the service rejects a test request of its own: ${JSON.stringify(body)}`)
  const path = `/tasks/${textIn(body, 'id')}`
  await taskWhen(service, path, isFollowed)
  return path
}

/** The task once this holds of it, or as it is when it was given up. */
async function taskWhen(
  service: ProvingService,
  path: string,
  holds: (task: JsonObject) => boolean,
): Promise<JsonObject> {
  for (const begun = Date.now(); ; await delay(50)) {
    const { body } = await callService(service, service.newKey ?? '', path)
    if (holds(body) || Date.now() - begun > limit) return body
  }
}

function outcomeOf({ kind, state, request: { model } }: Trial, task: JsonObject, cancelled: boolean): CancelOutcome {
  const { error, amount } = task
  const status = textIn(task, 'status')
  const charged = typeof amount === 'number' && amount > 0
  return {
    ...{ kind, state, model, cancelled, status, charged },
    error: typeof error === 'string' ? error : null,
    holds: cancelled ? status === 'failed' : status === 'completed' && charged,
  }
}
