import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { addressOf } from '@model-tasks/client/policy'
import type { Journal } from '@model-tasks/client'
import { makeFolder } from '../result/make-folder.js'
import { variable } from './variable.js'

/**
 * Where the submits to one service are recorded: `$XDG_STATE_HOME/model-tasks/<service>.jsonl`, by default below
 * `~/.local/state`. A service is known by its address, however that is spelled. MODEL_TASKS_JOURNAL names another file, or is `off`.
 */
export function journalPath(baseUrl: string, env: NodeJS.ProcessEnv): string | undefined {
  const named = variable(env, 'MODEL_TASKS_JOURNAL')
  if (named !== undefined) return named === 'off' ? undefined : named
  const folder = join(variable(env, 'XDG_STATE_HOME') ?? join(homedir(), '.local', 'state'), 'model-tasks')
  // Earlier versions named it by the spelling. What was submitted then is paid for, so such a journal is used further.
  const earlier = join(folder, fileName(baseUrl))
  return existsSync(earlier) ? earlier : join(folder, fileName(addressOf(baseUrl)))
}

function fileName(baseUrl: string): string {
  const service = baseUrl
    .replace(/^https?:\/\//, '')
    .replace(/[^\w.-]+/g, '_')
    .replace(/_+$/, '')
  return `${service}.jsonl`
}

/** From how many bytes on a journal is compacted: thousands of tasks. */
const compactedFrom = 4 * 1024 * 1024

/** Whether a journal has grown so much since it was compacted that doing so is worth it. */
async function isLarge(path: string): Promise<boolean> {
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  )
  return size > compactedFrom
}

/** Opens the journal of a service, and compacts it now and then. Where its folder cannot be made, says so and goes on without. */
export async function openJournal(
  baseUrl: string,
  env: NodeJS.ProcessEnv,
  advise: (message: string) => void,
): Promise<Journal | undefined> {
  const path = journalPath(baseUrl, env)
  if (path === undefined) return undefined
  try {
    await makeFolder(dirname(path), 0o700)
    const journal = (await import('@model-tasks/client/journal')).fileJournal(path, { logger: { warn: advise } })
    if (await isLarge(path))
      await journal.compact().catch((error: Error) => advise(`the journal cannot be compacted: ${error.message}`))
    return journal
  } catch (error) {
    advise(
      `no journal is kept: ${error instanceof Error ? error.message : String(error)}; set MODEL_TASKS_JOURNAL to a file, or to off`,
    )
    return undefined
  }
}
