import { formatCount } from '@model-tasks/validation/count'
import { randomBytes } from 'node:crypto'
import type { Settings } from '../settings/settings.js'
import { reasonOf } from '../reason.js'
import { SettingsError } from '../settings/settings-error.js'
import { openStores } from '../store/open.js'
import { receiversOf } from '../store/webhook-deliveries.js'
import { backUp, restore } from './backup.js'
import { CommandError } from './command.js'
import { commands, usage } from './commands.js'

/** Runs one command on the database of the settings, at the time that `now` gives. Throws `CommandError` for what was typed wrongly. */
export async function runCommand(
  words: string[],
  settings: Pick<Settings, 'databaseUrl' | 'dataDirectory'> & Partial<Pick<Settings, 's3' | 'callbacks' | 'webhooks'>>,
  print: (line: string) => void,
  now: () => number = Date.now,
): Promise<void> {
  if (words[0] === 'help' || words[0] === '--help' || words[0] === '-h') {
    print(usage())
    return
  }
  const [name, folder, more] = words
  if (name === 'backup' || name === 'restore') {
    if (folder === undefined || more !== undefined) throw new CommandError(`give one folder: ${name} <folder>`)
    const tasks = await saved(name, settings, folder).catch((error: unknown) => {
      if (error instanceof CommandError || error instanceof SettingsError) throw error
      throw new CommandError(`${name} failed: ${reasonOf(error)}`, { cause: error })
    })
    print(`${formatCount(tasks, 'task')}, the database verified`)
    return
  }
  const command =
    commands.find(({ name }) => name === words.slice(0, 2).join(' ')) ??
    commands.find(({ name }) => name === words.join(' '))
  if (command === undefined) throw new CommandError(`"${words.join(' ')}" is not a command.\n${usage()}`)
  const stores = await openStores(settings, { now })
  try {
    await command.run(words.slice(2), {
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
