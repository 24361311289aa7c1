import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { InputError } from '../../base/input-error.js'
import type { JsonObject } from '../../base/json.js'
import { byKind, type TaskKind } from '../../domain/task/record.js'
import { exampleRequest, type ExampleRequest } from './example-request.js'
import { endOf, faults, type Fault } from './faults.js'
import { promptWith, serveFaultyFake } from './faulty-fake.js'
import { callService, textIn, type ProvingService, type StartService } from './service.js'
import { fakeKey, serviceAt } from './service-at-fake.js'

/** What became of a task that met a fault. */
export interface FaultOutcome {
  kind: TaskKind
  fault: Fault
  model: string
  /** How often the upstream was asked for it, apart from submits that it has proved to reject. */
  asked: number
  /** How often the upstream made it. */
  made: number
  status: string
  error: string | null
  /** Whether its account pays. */
  charged: boolean
  /** Whether it was bought at most once, ended as it should, and is charged as it should be. */
  holds: boolean
}

/** A fault that tasks of a kind cannot meet at this protocol. */
export interface Unmet {
  kind: TaskKind
  fault: Fault
}

/** When a task that has not ended is given up, in milliseconds. */
const limit = 90_000

/**
 * Has a task of each kind meet each of the ten faults at a fake of the protocol: each with a service and a fake of its own, so
 * that none is paused because of another. Throws `InputError` for a protocol that carries no request of the catalogue.
 */
export async function proveFaults(
  mapping: Mapping,
  start: StartService,
): Promise<{ outcomes: FaultOutcome[]; unmet: Unmet[] }> {
  const [outcomes, unmet]: [FaultOutcome[], Unmet[]] = [[], []]
  for (const [kind] of byKind(mapping.operations)) {
    const request = await exampleRequest(mapping, kind)
    const found = await Promise.all(faults.map((fault) => proveFault(mapping, { kind, fault, request }, start)))
    for (const one of found)
      if ('asked' in one) outcomes.push(one)
      else unmet.push(one)
  }
  return { outcomes, unmet }
}

interface Trial {
  kind: TaskKind
  fault: Fault
  request: ExampleRequest
}

async function proveFault(
  mapping: Mapping,
  { kind, fault, request }: Trial,
  start: StartService,
): Promise<FaultOutcome | Unmet> {
  const faulty = await serveFaultyFake(mapping, fakeKey, kind)
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-prove-'))
  try {
    if (!faulty.faults.includes(fault)) return { kind, fault }
    const service = await serviceAt(mapping, { fake: faulty.fake, folder, model: request.model, speed: 10 }, start)
    try {
      const prompt = promptWith(fault, 1)
      const asked = (): number => faulty.submits.get(prompt) ?? 0
      const task = await endedTask(service, { ...request, prompt }, () => asked() > 1)
      return outcomeOf({ kind, fault, request }, task, { asked: asked(), made: faulty.fake.tasks.length })
    } finally {
      await service.close()
    }
  } finally {
    await faulty.fake.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Submits a request and answers its task, once it has ended or was given up, as it is when it was bought twice. */
async function endedTask(
  service: ProvingService,
  request: ExampleRequest,
  boughtTwice: () => boolean,
): Promise<JsonObject> {
  const key = service.newKey ?? ''
  const submitted = await callService(service, key, '/tasks', { body: request })
  if (submitted.status !== 200)
    throw new InputError(`the service rejects a test request of its own: ${JSON.stringify(submitted.body)}`)
  const path = `/tasks/${textIn(submitted.body, 'id')}`
  for (const begun = Date.now(); ; await delay(100)) {
    const { body } = await callService(service, key, path)
    if (body['status'] === 'completed' || body['status'] === 'failed') return body
    if (boughtTwice() || Date.now() - begun > limit) return body
  }
}

function outcomeOf(
  { kind, fault, request: { model } }: Trial,
  task: JsonObject,
  { asked, made }: Pick<FaultOutcome, 'asked' | 'made'>,
): FaultOutcome {
  const { error, amount } = task
  const status = textIn(task, 'status')
  const said = typeof error === 'string' ? error : null
  const charged = typeof amount === 'number' && amount > 0
  const end = endOf[fault]
  const asExpected = status === end.status && (end.error === undefined ? said === null : end.error.test(said ?? ''))
  return {
    ...{ kind, fault, model, asked, made, charged, status },
    error: said,
    holds: asked <= 1 && made <= 1 && charged === end.charged && asExpected,
  }
}
