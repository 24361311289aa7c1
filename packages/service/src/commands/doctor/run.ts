import { statfs } from 'node:fs/promises'
import { readSettings } from '../../keep/read-settings.js'
import { idleVariables, unknownVariables } from '../../settings/environment.js'
import type { Settings } from '../../settings/settings.js'
import { SettingsError } from '../../settings/settings-error.js'
import { examine } from './doctor.js'
import type { Machine } from './machine.js'
import { error, exitCode, ok, reportLines, warning, type Finding } from './report.js'

const thisMachine: Machine = {
  now: Date.now,
  nodeVersion: process.version,
  patience: 30_000,
  async freeBytes(folder) {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  },
}

/** Examines the settings of an environment and prints what was found. Answers the exit code. */
export async function runDoctor(
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  machine: Machine = thisMachine,
): Promise<0 | 1 | 2> {
  const findings = await findingsOf(environment, machine)
  for (const line of reportLines(findings)) print(line)
  return exitCode(findings)
}

async function findingsOf(
  environment: Readonly<Record<string, string | undefined>>,
  machine: Machine,
): Promise<Finding[]> {
  const stray = unknownVariables(environment).map((name) =>
    warning(
      'settings',
      `${name} is not a setting of this service and does nothing`,
      'correct its name, or take it out',
    ),
  )
  let settings: Settings
  try {
    settings = readSettings(environment)
  } catch (thrown) {
    if (!(thrown instanceof SettingsError)) throw thrown
    return [...stray, error('settings', thrown.message, 'correct it and run doctor again: the rest is examined then')]
  }
  const idle = idleVariables(environment, settings.provider).map((name) =>
    warning(
      'settings',
      `${name} does nothing with the provider ${settings.provider}`,
      'set MODEL_TASKS_PROVIDER=relay to forward tasks, or take it out',
    ),
  )
  return [...stray, ...idle, ok('settings', 'can be read'), ...(await examine(settings, machine))]
}
