import { variable } from '../connection/variable.js'
import type { GlobalOptions } from '../definition/global-options.js'
import { quoted } from './shell.js'

/**
 * A command to type next: words after this program's name, or a line for the shell, after which these words can follow in
 * the same line.
 */
export type NextCommand = readonly string[] | { readonly shell: string; readonly words?: readonly string[] }

/**
 * A command as it works when it is typed where it is printed: after the name by which this program was started, with the
 * service that was named on the command line.
 */
export function formatNext(
  next: NextCommand,
  program: string,
  globals: Partial<Pick<GlobalOptions, 'profile' | 'baseUrl'>>,
): string {
  if ('shell' in next)
    return next.words === undefined ? next.shell : `${next.shell}; ${formatNext(next.words, program, globals)}`
  const [first = ''] = next
  const { profile, baseUrl } = globals
  const end = next.includes('--') ? next.indexOf('--') : next.length
  const service =
    offline.has(first) || next.slice(0, end).some((word) => /^--(profile|base-url)(=|$)/.test(word))
      ? []
      : [
          ...(profile === undefined ? [] : optionWords('profile', profile)),
          ...(baseUrl === undefined ? [] : optionWords('base-url', baseUrl)),
        ]
  return [program, ...[...next.slice(0, end), ...service, ...next.slice(end)].map(quoted)].join(' ')
}

const offline = new Set(['models', 'check', 'schema', 'config', 'media', 'completion', '--help'])

/** The command that waits for a task and stores its result: in a file, also where it was to go to standard output, which may be a terminal now. */
export function getCommand(taskId: string, out = '.', force = false): NextCommand {
  return taskCommand('get', taskId, ...optionWords('out', out === '-' ? '.' : out), ...(force ? ['--force'] : []))
}

/** The command that waits for the tasks that this machine knows, and stores their results in `out`. */
export function resumeCommand(out: string | undefined): NextCommand {
  return ['resume', ...(out === undefined ? [] : optionWords('out', out))]
}

/** The command that asks for a key and keeps it; one in the environment would be taken instead. */
export function setKeyCommand(
  { profile, baseUrl }: { profile: string; baseUrl: string },
  env: NodeJS.ProcessEnv,
): NextCommand {
  const words = ['config', 'set', profile, ...optionWords('base-url', baseUrl)]
  return variable(env, 'MODEL_TASKS_API_KEY') === undefined ? words : { shell: 'unset MODEL_TASKS_API_KEY', words }
}

/** A command about a task, whose ID may begin as an option does. */
export function taskCommand(name: string, taskId: string, ...options: string[]): NextCommand {
  return taskId.startsWith('-') ? [name, ...options, '--', taskId] : [name, taskId, ...options]
}

/** An option with its value: two words, or one where the value would be read as an option itself. */
export function optionWords(name: string, value: string): string[] {
  return value.startsWith('-') && value !== '-' ? [`--${name}=${value}`] : [`--${name}`, value]
}
