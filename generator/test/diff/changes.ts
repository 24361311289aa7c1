import type { HandMadeChange } from './edits.js'
import { otherChanges } from './other-changes.js'
import { parameterChanges } from './parameter-changes.js'
import { valueChanges } from './value-changes.js'

/** Every change that the verdict of `spec:diff` is held to. */
export const changes: HandMadeChange[] = [...parameterChanges, ...valueChanges, ...otherChanges]
