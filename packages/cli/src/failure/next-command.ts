import type { GlobalOptions } from '../definition/global-options.js'
import { quoted } from './shell.js'

/** A command to type next: words after this program's name, or a whole line for the shell. */
export type NextCommand = readonly string[] | { readonly shell: string }

/**
 * A command as it works when it is typed where it is printed: after the name by which this program was started, with the
 * service that was named on the command line.
 */
export function formatNext(
  next: NextCommand,
  program: string,
  { profile, baseUrl }: Partial<Pick<GlobalOptions, 'profile' | 'baseUrl'>>,
): string {
  if ('shell' in next) return next.shell
  const [first = ''] = next
  const service = offline.has(first)
    ? []
    : [
        ...(profile === undefined ? [] : ['--profile', profile]),
        ...(baseUrl === undefined || next.includes('--base-url') ? [] : ['--base-url', baseUrl]),
      ]
  const end = next.includes('--') ? next.indexOf('--') : next.length
  return [program, ...[...next.slice(0, end), ...service, ...next.slice(end)].map(quoted)].join(' ')
}

const offline = new Set(['models', 'check', 'schema', 'config', 'media', 'completion', '--help'])

/** The command that waits for a task and stores its result. */
export function getCommand(taskId: string, out = '.', force = false): NextCommand {
  return taskCommand('get', taskId, '--out', out, ...(force ? ['--force'] : []))
}

/** A command about a task, whose ID may begin as an option does. */
export function taskCommand(name: string, taskId: string, ...options: string[]): NextCommand {
  return taskId.startsWith('-') ? [name, ...options, '--', taskId] : [name, taskId, ...options]
}
