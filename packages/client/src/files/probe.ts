import type { MediaProbe } from '@model-tasks/validation'

/** What a platform can tell of a file. */
export interface Probed extends Omit<MediaProbe, 'parameter' | 'index'> {
  /** Why this is less than the limits of a model ask for. */
  readonly warning?: string
}

/** Tells the facts of a file, reading as little of it as that takes. Throws when it is not media. */
export type Probe = (file: Blob, type: string) => Promise<Probed>
