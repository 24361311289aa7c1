import type { Command } from '../definition/command.js'
import { account } from './account.js'
import { assets } from './assets.js'
import { assetsShow } from './assets-show.js'
import { assetsUpload } from './assets-upload.js'
import { batch } from './batch.js'
import { cancel } from './cancel.js'
import { check } from './check.js'
import { complete } from './complete.js'
import { completion } from './completion.js'
import { configList } from './config-list.js'
import { configRemove } from './config-remove.js'
import { configSet } from './config-set.js'
import { configUse } from './config-use.js'
import { cost } from './cost.js'
import { download } from './download.js'
import { forget } from './forget.js'
import { get } from './get.js'
import { list } from './list.js'
import { mediaCheck } from './media-check.js'
import { models } from './models.js'
import { modelsShow } from './models-show.js'
import { resume } from './resume.js'
import { run } from './run.js'
import { schema } from './schema.js'
import { submit } from './submit.js'
import { tryOut } from './try.js'
import { wait } from './wait.js'
import { watch } from './watch.js'
import { webhookListen } from './webhook-listen.js'

/** Every command, in the order of the help. A new command is a new file and a line here. */
export const commands: readonly Command[] = [
  run,
  submit,
  get,
  wait,
  watch,
  download,
  list,
  resume,
  forget,
  cancel,
  batch,
  webhookListen,
  models,
  modelsShow,
  check,
  cost,
  schema,
  mediaCheck,
  assets,
  assetsShow,
  assetsUpload,
  configSet,
  configUse,
  configList,
  configRemove,
  tryOut,
  account,
  completion,
  complete,
]
