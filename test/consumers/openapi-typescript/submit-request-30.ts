import type { components } from './.cache/schema-30.js'

export type SubmitRequest = components['schemas']['SubmitRequest']
