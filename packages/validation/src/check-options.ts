import type { Language } from '@model-tasks/spec/messages'

/** How a request is checked. */
export interface CheckOptions {
  /** The language of the messages; English when left out. */
  language?: Language
  /** Milliseconds since 1970; the current time when left out. */
  now?: number
}
