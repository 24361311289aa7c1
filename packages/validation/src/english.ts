import { english } from '@model-tasks/spec/facts'

/** Findings in English, as the catalogue is written. */
export { english }
