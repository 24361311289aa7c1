import { Breaker, type BreakerParts, type BreakerState } from './breaker.js'

/** A model that an upstream does not take, as an operator is shown it. */
export interface PausedModel extends Pick<BreakerState, 'error' | 'until'> {
  model: string
  /** The ID that the upstream was sent. */
  sentAs: string
}

/** What the pauses of the models of one upstream work with. */
export interface PausedModelsParts extends Pick<BreakerParts, 'clock' | 'random'> {
  /** Called when a model is paused. */
  onPause(paused: PausedModel): void
  /** Called when a paused model was accepted. */
  onResume(model: string): void
}

interface Paused {
  breaker: Breaker
  sentAs: string
  /** Whether a task of it is being submitted. */
  trying: boolean
}

/** How long a task is kept back while another one of its model is tried, in milliseconds. */
const trialTime = 5000

/**
 * The models that an upstream has said not to know, which is about the operator's settings and about no task. Their tasks
 * are kept from it while all others go on; after a pause one is tried, until one has been accepted.
 */
export class PausedModels {
  readonly #parts: PausedModelsParts
  readonly #paused = new Map<string, Paused>()

  constructor(parts: PausedModelsParts) {
    this.#parts = parts
  }

  /** The paused models, each until a task of it has been accepted. */
  get list(): PausedModel[] {
    return [...this.#paused].flatMap(([model, paused]) => shown(model, paused))
  }

  /** Whether a task of the model would be submitted now. */
  isOpen(model: string): boolean {
    const paused = this.#paused.get(model)
    return paused === undefined || (!paused.trying && !paused.breaker.paused)
  }

  /** Lets a task of a model be submitted: alone where the model was paused. Answers what to call afterwards; undefined: it has to wait. */
  enter(model: string): (() => void) | undefined {
    const paused = this.#paused.get(model)
    if (paused === undefined) return () => undefined
    if (!this.isOpen(model)) return undefined
    paused.trying = true
    return () => {
      paused.trying = false
    }
  }

  /** How long a task that could not enter has to wait, in milliseconds. */
  wait(model: string): number {
    const until = this.list.find((one) => one.model === model)?.until ?? 0
    return Math.max(trialTime, until - this.#parts.clock.now())
  }

  /** Pauses a model. Answers how long, in milliseconds. */
  pause(model: string, sentAs: string, error: string): number {
    const paused = this.#paused.get(model) ?? this.#add(model, sentAs)
    return paused.breaker.pause({ reason: 'unknown-model' }, error)
  }

  /** Notes that a task of the model was accepted. */
  succeed(model: string): void {
    const paused = this.#paused.get(model)
    this.#paused.delete(model)
    paused?.breaker.succeed()
  }

  #add(model: string, sentAs: string): Paused {
    const parts = this.#parts
    const breaker = new Breaker({
      clock: parts.clock,
      random: parts.random,
      onPause: ({ error, until }) => {
        parts.onPause({ model, sentAs, error, until })
      },
      onResume: () => {
        parts.onResume(model)
      },
    })
    const paused = { breaker, sentAs, trying: false }
    this.#paused.set(model, paused)
    return paused
  }
}

function shown(model: string, { breaker: { state }, sentAs }: Paused): PausedModel[] {
  return state === undefined ? [] : [{ model, sentAs, error: state.error, until: state.until }]
}
