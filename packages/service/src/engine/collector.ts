import { ResultMissing, type ProducedFile, type UpstreamProvider } from '../provider/provider.js'
import { faultOfFileAt } from '../results/whole-file.js'
import { Slots } from '../slots.js'
import type { Held, TaskEnd } from '../store/task-queue.js'
import type { TaskView } from '../task/record.js'
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
    const { id, model, kind } = view
    const { status: word, fields } = last
    const leave = await this.#collecting.take(signal)
    try {
      const collect = async (directory: string): Promise<TaskEnd> => {
        const task = { id, model, kind, reference, snapshot: last, partial }
        const file: ProducedFile = await this.#provider.collect(task, directory, signal)
        for (const { path } of [file, ...(file.others ?? [])]) {
          const fault = await faultOfFileAt(path, kind)
          if (fault !== undefined)
            throw new ResultMissing(
              `the upstream completed the task and serves a file that is not its result: ${fault}`,
            )
        }
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
