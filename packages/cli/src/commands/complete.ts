import { journalPath } from '../connection/journal.js'
import { connect } from '../connection/connection.js'
import { profilesPath, readProfiles } from '../connection/profiles.js'
import { candidates, type Candidate } from '../completion/candidates.js'
import { currentValues, withCurrent } from '../models/current-values.js'
import { defineCommand } from '../definition/command.js'
import { text } from '../definition/options.js'
import type { Session } from '../session.js'

/** How long a person waits at a Tab, in milliseconds. */
const longestRequest = 2000

/** What the completion scripts ask: words for the cursor, one per line, each followed by a tab and its description. */
export const complete = defineCommand({
  name: 'complete',
  group: 'Setup',
  summary: 'print the words that may stand at the cursor, for completion scripts',
  description: 'Prints the words that may stand in place of the last one, each followed by a tab and its description.',
  arguments: [{ name: 'word', description: 'the command line so far', optional: true, many: true }],
  options: {
    encoded: text(
      'base64',
      'the command line so far, in place of the words: UTF-8 in Base64, with NUL between the words',
    ),
  },
  examples: [{ command: 'complete -- run beta', does: 'complete a model' }],
  online: false,
  printsNoJson: true,
  hidden: true,
  async run(session, { args, options: { encoded } }) {
    const words = encoded === undefined ? args : Buffer.from(encoded, 'base64').toString().split('\0')
    const { commands } = await import('./index.js')
    const found = await candidates(commands, words, {
      tasks: () => tasksOf(session, words).catch(() => []),
      profiles: () => profilesOf(session.env).catch(() => []),
      current: async (model) => withCurrent(model, await currentValues(session, model, longestRequest)),
    })
    session.terminal.out(found.map(({ word, description }) => `${word}\t${description}\n`).join(''))
  },
})

/** The tasks of the journal, the newest first. */
async function tasksOf(session: Session, words: readonly string[]): Promise<Candidate[]> {
  const profile = words[words.indexOf('--profile') + 1]
  const { baseUrl } = await connect(words.includes('--profile') ? { profile } : {}, session)
  const path = journalPath(baseUrl, session.env)
  if (path === undefined) return []
  const { fileJournal, journalState } = await import('@model-tasks/client/journal')
  const { running, ended } = journalState(await fileJournal(path).entries({}))
  return [
    ...running.map(({ id, model = '' }) => ({ word: id, description: `${model}, submitted` })).reverse(),
    ...ended.map(({ id, model = '', status }) => ({ word: id, description: `${model}, ${status}` })).reverse(),
  ]
}

async function profilesOf(env: NodeJS.ProcessEnv): Promise<Candidate[]> {
  const { profiles } = await readProfiles(profilesPath(env))
  return Object.entries(profiles).map(([word, { baseUrl }]) => ({ word, description: baseUrl }))
}
