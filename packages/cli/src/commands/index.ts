import { addBatch } from './batch.js'
import { addCancel } from './cancel.js'
import { addCheck } from './check.js'
import type { AddCommand } from './command.js'
import { addCompletion } from './completion.js'
import { addConfig } from './config.js'
import { addGet } from './get.js'
import { addList } from './list.js'
import { addMedia } from './media.js'
import { addModels } from './models.js'
import { addResume } from './resume.js'
import { addRun } from './run.js'
import { addSchema } from './schema.js'
import { addSubmit } from './submit.js'
import { addDownload, addWait } from './wait.js'
import { addWatch } from './watch.js'

/** Every command, in the order of the help. */
export const commands: readonly AddCommand[] = [
  addRun,
  addGet,
  addCheck,
  addModels,
  addSubmit,
  addWait,
  addWatch,
  addDownload,
  addList,
  addResume,
  addCancel,
  addBatch,
  addMedia,
  addSchema,
  addConfig,
  addCompletion,
]
