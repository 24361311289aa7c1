import type { Clock } from '../../base/clock.js'
import type { ProviderLane, ProviderSet } from '../../domain/provider/provider-set.js'
import type { TaskQueue, TaskRuns } from '../../keep/store/task-queue.js'
import type { TaskRecord } from '../../domain/task/record.js'

/** Tasks that are taken over at a time. */
const window = 50
/** How long an upstream whose waiting tasks none could be taken of is left alone, in milliseconds. */
const fruitlessPause = 30_000

/** What taking over waiting tasks works with. */
export interface ReliefParts {
  providers: ProviderSet
  queue: Pick<TaskQueue, 'claim' | 'move' | 'due' | 'refusals'>
  runs: Pick<TaskRuns, 'transfer' | 'release'>
  clock: Pick<Clock, 'elapsed'>
  isFull: (queue: string) => boolean
}

/**
 * Takes tasks that wait for a full or slow upstream over to one that has room and takes their model. Only what no upstream
 * has or may have moves, in the order in which it would have run.
 */
export class Relief {
  readonly #parts: ReliefParts
  /** When the waiting tasks of one upstream were found to be none for another: `from to`. */
  readonly #fruitless = new Map<string, number>()

  constructor(parts: ReliefParts) {
    this.#parts = parts
  }

  /** Takes over up to `room` tasks for an upstream in whose own queue nothing waits, as the `owner` as whom this process claims. Answers how many. */
  async take(to: string, room: number, owner: string): Promise<number> {
    const { providers, queue, isFull } = this.#parts
    const lane = providers.lanes.find((one) => one.queue === to)
    const full = providers.lanes.filter((from) => from.queue !== to && isFull(from.queue))
    if (lane === undefined || full.length === 0 || room <= 0) return 0
    if ((await queue.due([to])).length > 0) return 0
    let taken = 0
    for (const from of full) {
      if (taken >= room) break
      if (this.#isFruitless(from.queue, to)) continue
      const moved = await this.#takeFrom(from, lane, Math.min(window, room - taken), owner)
      if (moved === 0) this.#fruitless.set(`${from.queue} ${to}`, this.#parts.clock.elapsed())
      taken += moved
    }
    return taken
  }

  #isFruitless(from: string, to: string): boolean {
    const since = this.#fruitless.get(`${from} ${to}`)
    return since !== undefined && this.#parts.clock.elapsed() - since < fruitlessPause
  }

  async #takeFrom(from: ProviderLane, to: ProviderLane, room: number, owner: string): Promise<number> {
    const { providers, queue, runs } = this.#parts
    const models = shared(from, to)
    if (models !== 'all' && models.length === 0) return 0
    if (models !== 'all' && !providers.isNarrow)
      return queue.move({ from: from.queue, to: to.queue, models, limit: room, exceptRefused: true })
    let moved = 0
    for (const task of await queue.claim(owner, { queue: from.queue, room, concurrency: undefined })) {
      const held = { id: task.id, owner }
      if (await this.#mayGo(task, to)) moved += (await runs.transfer(held, { queue: to.queue })) ? 1 : 0
      else await runs.release(held, 0)
    }
    return moved
  }

  /** Not to and fro: what an upstream has declined waits for the others. */
  async #mayGo(task: TaskRecord, to: ProviderLane): Promise<boolean> {
    const { providers, queue } = this.#parts
    if (!providers.lanesThatCarry(task).includes(to)) return false
    return (await queue.refusals(task.id)).every(({ upstream }) => upstream !== to.queue)
  }
}

/** The models of one lane that the other takes too. */
function shared(from: ProviderLane, to: ProviderLane): 'all' | readonly string[] {
  if (to.models === undefined) return 'all'
  const { models } = to
  if (from.models === undefined) return models
  const both = from.models.filter((model) => models.includes(model))
  return both.length === from.models.length ? 'all' : both
}
