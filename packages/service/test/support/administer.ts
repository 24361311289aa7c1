import { runCommand } from '../../src/commands/administration/run.js'

/** An administration command on a database, from a folder of its own as on another machine. */
export async function administer(databaseUrl: string, ...words: string[]): Promise<string> {
  const lines: string[] = []
  await runCommand(words, { databaseUrl, dataDirectory: '/nowhere' }, (line) => {
    lines.push(line)
  })
  return lines.join('\n')
}

/** The first key of a new account. */
export async function newKey(databaseUrl: string): Promise<string> {
  return /mt_\S+/.exec(await administer(databaseUrl, 'account', 'add', 'Shared'))![0]
}
