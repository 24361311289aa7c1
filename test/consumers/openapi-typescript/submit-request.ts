import type { components } from './.cache/schema.js'

export type SubmitRequest = components['schemas']['SubmitRequest']
export type Task = components['schemas']['Task']
export type TaskStatus = components['schemas']['TaskStatus']
