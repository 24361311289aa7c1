import { createHash, randomUUID } from 'node:crypto'

/** A Task as it goes over the wire. */
export type WireTask = Record<string, unknown> & { id: string; status: string }

/** What a query changes: merged over the task, `status` at least. */
export type Step = Record<string, unknown> & { status: string }

/** The tasks of one fault server: each query takes a task one step further along the script. */
export class FakeTaskStore {
  readonly tasks = new Map<string, WireTask>()
  readonly #accounts = new Map<string, string>()
  readonly #steps = new Map<string, Step[]>()
  readonly #keys = new Map<string, { body: string; id: string }>()
  readonly #script: readonly Step[]
  readonly #resultUrl: (id: string) => string
  readonly #keepsKeys: boolean

  constructor(script: readonly Step[], resultUrl: (id: string) => string, keepsKeys: boolean) {
    this.#script = script
    this.#resultUrl = resultUrl
    this.#keepsKeys = keepsKeys
  }

  /** Makes a task of a submit body, or finds the one that was made with the same Idempotency-Key. Undefined: the key was used with another body. */
  accept(body: string, given: string | undefined, account = ''): WireTask | undefined {
    const key = given === undefined ? undefined : `${account} ${given}`
    const hash = createHash('sha256').update(body).digest('hex')
    const known = this.#keepsKeys && key !== undefined ? this.#keys.get(key) : undefined
    if (known) return known.body === hash ? this.tasks.get(known.id) : undefined
    const id = randomUUID()
    const { model } = JSON.parse(body) as { model: string }
    const task = { id, object: 'video', created: 1_700_000_000, model, status: 'queued', error: null }
    this.tasks.set(id, task)
    this.#steps.set(id, [...this.#script])
    this.#accounts.set(id, account)
    if (key !== undefined) this.#keys.set(key, { body: hash, id })
    return task
  }

  /** The task that an account made under an Idempotency-Key. */
  find(key: string, account: string): WireTask | undefined {
    const known = this.#keys.get(`${account} ${key}`)
    return known && this.tasks.get(known.id)
  }

  /** Forgets the Idempotency-Keys, as a service does with old ones. */
  forgetKeys(): void {
    this.#keys.clear()
  }

  /** The task one step on. */
  advance(id: string, account = ''): WireTask | undefined {
    const task = this.#accounts.get(id) === account ? this.tasks.get(id) : undefined
    const step = this.#steps.get(id)?.shift()
    if (!task || !step) return task
    const results =
      step.status === 'completed'
        ? { result_url: this.#resultUrl(id), video_url: this.#resultUrl(id), amount: 5, progress: 1 }
        : {}
    const next = { ...task, ...results, ...step }
    this.tasks.set(id, next)
    return next
  }
}
