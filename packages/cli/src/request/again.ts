import { flag } from '../definition/options.js'

/** `--again` of commands that submit requests. */
export const againOption = {
  again: flag('submit although an identical request is running, or its result was not stored; this costs again'),
}
