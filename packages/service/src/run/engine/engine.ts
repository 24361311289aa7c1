import type { RequestedTask, ToldLimit } from '../../domain/provider/provider.js'
import type { BreakerState } from './breaker.js'
import type { PausedModel } from './paused-models.js'
import type { Route } from './router.js'

/** Runs every accepted task to its end, also after a restart. */
export interface Engine {
  /** Joins the other processes of the store and takes tasks. */
  start(): Promise<void>
  /** The queue that a new task belongs into: that of the first upstream, in the order of the settings, that takes its model, can carry it, has room and is not paused, or is to be tried after a pause. Undefined when none can. */
  queueFor(request: RequestedTask): string | undefined
  /** The same, with the reason, which is kept with the task. */
  route(request: RequestedTask): Route | undefined
  /** Looks for work in a queue at once, since a task has been accepted into it. */
  wake(queue: string): void
  /** Reads again which upstreams operators hold back, which every process does within two seconds by itself. */
  rereadHolds(): void
  /** Whether the upstream of a queue is paused, for all models or for this one. */
  paused(queue: string, model: string): boolean
  /** What the upstream said last about a task that this process follows; undefined when it follows none of that ID. */
  seen(id: string): Seen | undefined
  /**
   * Has a task polled as soon as its upstream may be asked again: the upstream says that it has changed. Nothing else
   * follows from that. Where another process runs the task, that one learns of it with its next heartbeat. Rejects when
   * the store cannot be used.
   */
  wakePoll(queue: string, id: string): Promise<void>
  /** Stops work on a task here, since it has ended. */
  stop(id: string): void
  /**
   * Asks the upstream of a task to cancel it, where it has it and this process knows the upstream. Answers whether the
   * task has ended so; where not, it is polled soon. Never rejects: what goes wrong is in the log, with the ID of the request.
   */
  cancel(id: string, requestId: string): Promise<boolean>
  /** Milliseconds since this process has shown the others that it lives; undefined while it does not count as one of them. */
  heartbeatAge(): number | undefined
  /** What is known of each queue's upstream. */
  health(): LaneHealth[]
  /** Claims nothing more, brings to an end what would be lost as `close` does, and gives everything else back. What is asked about is still answered. */
  drain(timeout?: number): Promise<void>
  /** Stops. Renders in progress, and submissions that an upstream has not answered, get up to `timeout` milliseconds; everything else is resumed by another process or at the next start. */
  close(timeout?: number): Promise<void>
}

/** What an upstream said about a task. */
export interface Seen {
  /** In its own words. */
  status: string
  /** Nothing is known of what the status means. */
  unknown?: true
}

/** What an operator is shown of one queue in this process. */
export interface LaneHealth {
  queue: string
  /** Tasks that this process runs in it. */
  running: number
  /** Why nothing is submitted, where the upstream is paused. */
  paused: BreakerState | undefined
  /** The models that the upstream does not know, of which nothing is submitted. */
  pausedModels: readonly PausedModel[]
  /** How late the latest polls were sent after they were due, in milliseconds: the largest of the last minute. */
  pollLateness: number
  /** What the upstream has said of how many requests it takes. */
  limits: readonly ToldLimit[]
}
