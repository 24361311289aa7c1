import type { HandMadeChange } from './edits.js'
import { otherChanges } from './other-changes.js'
import { parameterChanges } from './parameter-changes.js'

/** Every change that the verdict of `spec:diff` is held to. */
export const changes: HandMadeChange[] = [...parameterChanges, ...otherChanges]
