import { formatCount } from '@model-tasks/validation/count'
import { randomBytes } from 'node:crypto'
import type { Settings } from '../settings/settings.js'
import { reasonOf } from '../reason.js'
import { SettingsError } from '../settings/settings-error.js'
import { openStores } from '../store/open.js'
import { receiversOf } from '../store/webhook-deliveries.js'
import { backUp, restore } from './backup.js'
import { CommandError } from './command.js'
import { commands } from './commands.js'
import { readWords } from './command-line.js'
import { printable } from '../printable.js'

/** Runs one command on the database of the settings, at the time that `now` gives. Throws `CommandError` for what was typed wrongly. */
export async function runCommand(
  words: string[],
  settings: Pick<Settings, 'databaseUrl' | 'dataDirectory'> & Partial<Pick<Settings, 's3' | 'callbacks' | 'webhooks'>>,
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
    if (error instanceof CommandError || error instanceof SettingsError) throw error
    throw new CommandError(`${name} failed: ${reasonOf(error)}`, { cause: error })
  })
}

async function run(
  { name, words }: { name: string; words: string[] },
  settings: Parameters<typeof runCommand>[1],
  { now, print }: { now: () => number; print: (line: string) => void },
): Promise<void> {
  const [folder = ''] = words
  if (name === 'backup' || name === 'restore') {
    print(`${formatCount(await saved(name, settings, folder), 'task')}, the database verified`)
    return
  }
  const command = commands.find((one) => one.name === name)
  if (command === undefined) throw new CommandError(`"${name}" is not run on a database`)
  const stores = await openStores(settings, { now, makes: command.makesDatabase === true })
  try {
    await command.run(words, {
      stores,
      callbacks: settings.callbacks,
      receivers: receiversOf(settings),
      now,
      newId: () => `account_${randomBytes(9).toString('hex')}`,
      print,
    })
  } finally {
    await stores.close()
  }
}

async function saved(
  command: 'backup' | 'restore',
  settings: Parameters<typeof runCommand>[1],
  folder: string,
): Promise<number> {
  const { databaseUrl } = settings
  if (databaseUrl === undefined) return (command === 'backup' ? backUp : restore)(settings, folder)
  const { backUpPostgres, restorePostgres } = await import('./postgres-backup.js')
  return (command === 'backup' ? backUpPostgres : restorePostgres)(databaseUrl, settings, folder)
}
