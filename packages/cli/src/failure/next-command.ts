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
  return [program, ...[...next, ...service].map(quoted)].join(' ')
}

const offline = new Set(['models', 'check', 'schema', 'config', 'media', 'completion', '--help'])

/** The command that waits for a task and stores its result. */
export function getCommand(taskId: string, out = '.', force = false): NextCommand {
  return ['get', taskId, '--out', out, ...(force ? ['--force'] : [])]
}
