import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  CancelAnswer,
  CollectTask,
  KeptKeys,
  ProbeProblem,
  ProducedFile,
  ProviderTask,
  RequestedTask,
  Snapshot,
  SubmitAnswer,
  Unsupported,
  UpstreamProvider,
} from '../../src/domain/provider/provider.js'

/** An upstream in the test's hands. It accepts tasks as `ref-<id>`, and completes them once told to. */
export class StubUpstream implements UpstreamProvider {
  readonly kind = 'upstream'
  readonly takesAssets: boolean = false
  repeatable = false
  /** Where it is repeatable: for how long it keeps keys, and since when. */
  keys: KeptKeys = { time: 86_400_000, since: undefined, heard: true }
  pollBatch = 1
  /** Prompts that it cannot carry. */
  unable: readonly string[] = []
  /** How the next submits are answered; accepted when there is none left. */
  answers: (SubmitAnswer | Promise<SubmitAnswer>)[] = []
  /** What the next polls answer, for each task; `running` when there is none left, `completed` once told to. */
  snapshots: Snapshot[] = []
  /** What probes answer. */
  pausedBy: ProbeProblem | undefined
  readonly submitted: string[] = []
  /** The model of each. */
  readonly models: string[] = []
  readonly polled: string[][] = []
  readonly cancelled: string[] = []
  /** How the next cancels are answered; refused when there is none left. */
  cancelAnswers: (CancelAnswer | Promise<CancelAnswer>)[] = []
  probes = 0
  readonly #completed = new Set<string>()

  constructor(readonly name = 'stub') {}

  async keptKeys(): Promise<KeptKeys | false> {
    return this.repeatable && this.keys
  }

  unsupported({ parameters }: RequestedTask): Unsupported[] {
    const { prompt = null } = parameters
    return typeof prompt === 'string' && this.unable.includes(prompt)
      ? [{ path: '/prompt', parameter: 'prompt', value: prompt, message: `prompt: ${this.name} cannot` }]
      : []
  }

  async submit(task: ProviderTask): Promise<SubmitAnswer> {
    this.submitted.push(task.id)
    this.models.push(task.model)
    return this.answers.shift() ?? { answer: 'accepted', reference: `ref-${task.id}` }
  }

  complete(id: string): void {
    this.#completed.add(`ref-${id}`)
  }

  async poll(references: readonly string[]): Promise<ReadonlyMap<string, Snapshot>> {
    this.polled.push([...references])
    const running: Snapshot = { state: 'running', status: 'processing' }
    return new Map(
      references.map((reference) => [
        reference,
        this.#completed.has(reference) ? { state: 'completed' } : (this.snapshots.shift() ?? running),
      ]),
    )
  }

  async collect({ reference }: CollectTask, directory: string): Promise<ProducedFile> {
    const path = join(directory, 'out')
    await writeFile(path, reference)
    return { path, contentType: 'image/png', bytes: reference.length }
  }

  async probe() {
    this.probes += 1
    return this.pausedBy
  }

  async cancel(reference: string): Promise<CancelAnswer> {
    this.cancelled.push(reference)
    return this.cancelAnswers.shift() ?? { answer: 'goes-on', reason: 'it runs' }
  }

  async close(): Promise<void> {}
}
