import { randomBytes } from 'node:crypto'
import { openDataFolder } from '../data/folder.js'
import { openSqliteStores } from '../store/sqlite/open.js'
import { CommandError } from './command.js'
import { commands, usage } from './commands.js'

/** Runs one command on a data folder. Throws `CommandError` for what was typed wrongly. */
export async function runCommand(words: string[], dataDirectory: string, print: (line: string) => void): Promise<void> {
  if (words[0] === 'help' || words[0] === '--help' || words[0] === '-h') {
    print(usage())
    return
  }
  const [group = '', verb = '', ...rest] = words
  const command = commands.find(({ name }) => name === `${group} ${verb}`)
  if (command === undefined) throw new CommandError(`"${words.join(' ')}" is no command.\n${usage()}`)
  const stores = await openSqliteStores(openDataFolder(dataDirectory).database)
  try {
    await command.run(rest, { stores, now: () => Date.now(), newId: () => `account_${randomBytes(9).toString('hex')}`, print })
  } finally {
    stores.close()
  }
}
