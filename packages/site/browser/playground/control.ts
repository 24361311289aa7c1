import type { JsonValue } from '@model-tasks/spec'

/** One parameter's control: shows the request's value and writes what is typed back to it. */
export interface Control {
  name: string
  field: HTMLElement
  show(value: JsonValue | undefined): void
  /** Whether a file is being read or uploaded for it: the request lacks it until then. */
  isTaking?: () => boolean
}
