import type { Scene } from '../scene.js'

/** Something that holds in every run. */
export interface Invariant {
  readonly name: string
  /** In one sentence, for people. */
  readonly promise: string
  /** Made anew for each run, since it may remember what it saw. */
  watch(scene: Scene): Watch
}

/** Each answers what is wrong, in words, or undefined. */
export interface Watch {
  /** After each step. */
  step?(): string | undefined
  /** After each step with a commit of the service. */
  committed?(): string | undefined
  /** Once nothing happens any more, everything is up again and has had time. */
  rest?(): string | undefined
}
