import type { Scene } from '../scene.js'
import type { Random } from '../world/random.js'

/** What an event was drawn with. */
export type Arguments = Readonly<Record<string, string | number | boolean>>

/** Something that may happen in a run. */
export interface Event {
  /** In lower case, with hyphens: plans that are kept name it. */
  readonly name: string
  /** How often it is drawn, against the others. */
  readonly weight: number
  /** Draws what it happens with. */
  draw(random: Random): Arguments
  /** Makes it happen, and tells so. */
  happen(scene: Scene, with_: Arguments): void
}
