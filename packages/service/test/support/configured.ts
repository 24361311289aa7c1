import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './folder.js'

/** The environment with a configuration file of that content; a text is written as it is. */
export function configured(content: object | string): Record<string, string> {
  const path = join(temporaryFolder(), 'config.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return { MODEL_TASKS_CONFIG: path }
}
