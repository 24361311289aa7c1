import { formatCount } from '@model-tasks/validation/count'
import { randomBytes } from 'node:crypto'
import type { Settings } from '../../settings/settings.js'
import { reasonOf } from '../../base/reason.js'
import { SettingsError } from '../../settings/settings-error.js'
import { placesIn } from '../../keep/data/folder.js'
import { storedSecret } from '../../keep/data/secret.js'
import { openStores } from '../../keep/store/open.js'
import { noOutbox, Outbox } from '../../keep/store/outbox.js'
import type { OperatorAction } from '../../keep/store/operator-store.js'
import { shortened } from '../../base/shortened.js'
import { receiversOf } from '../../domain/webhooks.js'
import { backUp, restore, type Restored } from './backup.js'
import { InputError } from '../../base/input-error.js'
import { commands } from './commands.js'
import { installationOf } from './installation.js'
import { operatorOf } from './operator-of.js'
import { heldLines, holdByRecord, type RestorePlace } from './hold-restored.js'
import { readWords } from './command-line.js'
import { useStoredResults } from './stored-results.js'
import { printable } from '@model-tasks/validation/printable'

const longestDetail = 300

/** Runs one command on the database of the settings, at the time that `now` gives. Throws `InputError` for what was typed wrongly. */
export async function runCommand(
  words: string[],
  settings: Pick<Settings, 'databaseUrl' | 'dataDirectory'> &
    Partial<Pick<Settings, 'files' | 'callbacks' | 'webhooks' | 'upstreams'>>,
  print: (line: string) => void,
  now: () => number = Date.now,
): Promise<void> {
  const typed = readWords(words)
  if ('text' in typed) {
    print(typed.text)
    return
  }
  const { name } = typed
  await run(typed, settings, { now, print: (line) => print(printable(line)) }).catch((error: unknown) => {
    if (error instanceof InputError || error instanceof SettingsError) throw error
    throw new InputError(`${name} failed: ${reasonOf(error)}`, { cause: error })
  })
}

async function run(
  { name, words }: { name: string; words: string[] },
  settings: Parameters<typeof runCommand>[1],
  { now, print }: { now: () => number; print: (line: string) => void },
): Promise<void> {
  const [folder = '', record] = words
  if (name === 'backup') {
    print(verified(await backedUp(settings, folder)))
    return
  }
  if (name === 'restore') {
    const place = { ...settings, record }
    const { tasks, ...held } = await restored(place, folder)
    for (const line of [verified(tasks), ...heldLines(held)]) print(line)
    if (held.own) for (const line of await useStoredResults(place, now)) print(line)
    return
  }
  if (name === 'restored hold') {
    const place = { ...settings, record: words[0] }
    if (await holdLive(place, now, print)) for (const line of await useStoredResults(place, now)) print(line)
    return
  }
  const command = commands.find((one) => one.name === name)
  if (command === undefined) throw new InputError(`"${name}" is not run on a database`)
  // Whom the services tell of the end of a task is told also where a command ends it.
  const outbox = new Outbox(settings.webhooks ?? [], now)
  const stores = await openStores(settings, { outbox, now, makes: command.makesDatabase === true })
  const installation = installationOf(settings, stores)
  try {
    await command.run(words, {
      stores,
      ...installation,
      callbacks: settings.callbacks,
      upstreams: settings.upstreams ?? [],
      receivers: receiversOf(settings),
      now,
      newId: () => `account_${randomBytes(9).toString('hex')}`,
      print,
    })
    if (command.reads !== true) await stores.operator.note({ ...actionOf(name, words), at: now() })
  } finally {
    await installation.close()
    await stores.close()
  }
}

/** What is recorded of a command: who ran it, and on what. */
function actionOf(action: string, [subject = '', ...more]: readonly string[]): Omit<OperatorAction, 'at'> {
  const detail = more.length === 0 ? undefined : shortened(more.join(' '), longestDetail)
  return { who: operatorOf(), action, subject, detail }
}

const verified = (tasks: number): string => `${formatCount(tasks, 'task')}, the database verified`

type CommandSettings = Parameters<typeof runCommand>[1]

async function backedUp(settings: CommandSettings, folder: string): Promise<number> {
  const { databaseUrl } = settings
  if (databaseUrl === undefined) return backUp(settings, folder)
  const { backUpPostgres } = await import('./postgres-backup.js')
  return backUpPostgres(databaseUrl, settings, folder)
}

async function restored(settings: CommandSettings & RestorePlace, folder: string): Promise<Restored> {
  const { databaseUrl } = settings
  if (databaseUrl === undefined) return restore(settings, folder)
  const { restorePostgres } = await import('./postgres-backup.js')
  return restorePostgres(databaseUrl, settings, folder)
}

/** The same for a database that is there and behind what happened, as a standby that was promoted. Answers whether the record is its own. */
async function holdLive(
  settings: CommandSettings & RestorePlace,
  now: () => number,
  print: (line: string) => void,
): Promise<boolean> {
  const stores = await openStores(settings, { outbox: noOutbox, now, makes: false })
  try {
    const secret = (await stores.urlSecret?.()) ?? storedSecret(placesIn(settings.dataDirectory).secret)
    const timeline = stores.timeline?.opened
    const held = await holdByRecord(stores.restored, settings, { secret, taken: undefined, now: now(), timeline })
    const lines = heldLines(held)
    for (const line of lines.length > 0 ? lines : ['no task waits that an upstream may have been asked for'])
      print(line)
    return held.own
  } finally {
    await stores.close()
  }
}
