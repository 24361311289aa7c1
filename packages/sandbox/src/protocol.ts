import type { RenderPlan } from './plan.js'
import type { RenderedFile } from './request.js'

/** What the parent asks of the process that draws: one file at a time. */
export interface DrawOrder {
  plan: RenderPlan
  directory: string
  name: string
}

/** What that process says while it draws; `done` and `failed` end an order. */
export type DrawReport =
  | { kind: 'progress'; fraction: number }
  | { kind: 'done'; file: RenderedFile }
  | { kind: 'failed'; message: string }
