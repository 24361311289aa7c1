/** Model IDs -> those that may make a task in place of the first, in this order, as the operator says. */
export type Fallbacks = ReadonlyMap<string, readonly string[]>

/** A model that may make a task where its own will not, and what the task would cost with it, in micro-credits. */
export interface Candidate {
  model: string
  amount: number
}

/** A model that did not make a task that was asked of it. */
export interface Tried {
  model: string
  /** Whether its upstream rejected the task, or none of its upstreams took any. */
  reason: 'rejected' | 'unavailable'
  /** The same in words; those of the upstream where it rejected the task. */
  message: string
  /** In milliseconds since the Unix epoch. */
  at: number
}

/** What of a task changes as another model is to make it. */
export interface Fallback extends Candidate {
  /** The models that may still follow. */
  left: readonly Candidate[]
  tried: readonly Tried[]
}

/** A task as far as another model may make it. */
export interface WithFallbacks {
  model: string
  /** The models that may make it where its own will not, in this order. */
  fallbacks?: readonly Candidate[]
  /** The models that did not make it, the one that was asked for first. */
  tried?: readonly Tried[]
}

/** What changes as a task goes to one of its fallbacks. It never comes back to a model that it has left. */
export function fallbackTo(
  { model, fallbacks = [], tried = [] }: WithFallbacks,
  to: Candidate,
  why: Omit<Tried, 'model'>,
): Fallback {
  return { ...to, left: fallbacks.filter((one) => one !== to), tried: [...tried, { model, ...why }] }
}

/** The model that the caller asked for. */
export function askedModel({ model, tried = [] }: Pick<WithFallbacks, 'model' | 'tried'>): string {
  return tried[0]?.model ?? model
}

/** Whether a value that was kept is a model that may follow. */
export function isCandidate(value: unknown): value is Candidate {
  const { model, amount } = Object(value) as Partial<Record<keyof Candidate, unknown>>
  return typeof model === 'string' && typeof amount === 'number'
}

/** Whether a value that was kept says which model did not make a task. */
export function isTried(value: unknown): value is Tried {
  const { model, reason, message, at } = Object(value) as Partial<Record<keyof Tried, unknown>>
  return (
    typeof model === 'string' &&
    (reason === 'rejected' || reason === 'unavailable') &&
    typeof message === 'string' &&
    typeof at === 'number'
  )
}
