import {
  ResultMissing,
  type ProducedFile,
  type ResultFile,
  type UpstreamProvider,
} from '../../domain/provider/provider.js'
import { Slots } from '../../base/slots.js'
import type { Held, TaskEnd } from '../../keep/store/task-queue.js'
import type { TaskKind, TaskView } from '../../domain/task/record.js'
import type { LastSnapshot } from './follower.js'
import type { Handling } from './handling.js'
import type { RunParts } from './run-parts.js'
import { storeResult, withFolder } from './store-result.js'

/** Files that are fetched from one upstream at a time. */
const collectsAtATime = 8

/** Fetches the results of one upstream, checks that they are whole, and stores them. */
export class Collector {
  readonly #parts: RunParts
  readonly #provider: UpstreamProvider
  readonly #handling: Handling
  readonly #collecting = new Slots(collectsAtATime)

  constructor(parts: RunParts, provider: UpstreamProvider, handling: Handling) {
    this.#parts = parts
    this.#provider = provider
    this.#handling = handling
  }

  /** Rejects with `ResultMissing` or `ResultGone` where the upstream does not serve the result. */
  async collect(
    view: TaskView,
    { reference, partial }: { reference: string; partial: boolean },
    last: Extract<LastSnapshot, { state: 'completed' }>,
    held: Held,
    signal: AbortSignal,
  ): Promise<TaskEnd> {
    const { id, model, kind, trace: traceparent } = view
    const { status: word, fields } = last
    const leave = await this.#collecting.take(signal)
    try {
      const collect = async (directory: string): Promise<TaskEnd> => {
        const task = { id, model, kind, reference, snapshot: last, partial, traceparent }
        const file: ProducedFile = await this.#provider.collect(task, directory, signal)
        for (const one of [file, ...(file.others ?? [])]) await expectWhole(one, kind)
        const result = await storeResult(this.#parts, id, file, signal)
        return {
          status: 'completed',
          result,
          word,
          fields: file.fields === undefined ? fields : { ...fields, ...file.fields },
          usage: file.usage,
        }
      }
      return await this.#handling.run(view, held, signal, () => withFolder(this.#parts, id, collect))
    } finally {
      leave()
    }
  }
}

/** Throws `ResultMissing` where a file proves that it is not the whole result, or where nothing proves that it is. */
async function expectWhole({ path, unframed = false }: ResultFile, kind: TaskKind): Promise<void> {
  // Its readers of formats are needed once a task has completed, not when the service starts.
  const { judgeFileAt } = await import('@model-tasks/client/media')
  const verdict = await judgeFileAt(path, kind)
  const about = 'the upstream completed the task and serves a file that is not its result'
  if (typeof verdict === 'object') throw new ResultMissing(`${about}: ${verdict.fault}`)
  if (verdict === 'open' && unframed)
    throw new ResultMissing(`${about}: neither its host nor its format says where it ends`)
}
