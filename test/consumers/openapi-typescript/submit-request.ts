import type { components } from './.cache/schema.js'

export type SubmitRequest = components['schemas']['SubmitRequest']
