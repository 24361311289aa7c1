import { addCheck } from './check.js'
import type { AddCommand } from './command.js'
import { addGet } from './get.js'
import { addModels } from './models.js'
import { addRun } from './run.js'

/** Every command, in the order of the help. */
export const commands: readonly AddCommand[] = [addRun, addGet, addCheck, addModels]
