import { nearest } from '@model-tasks/validation/nearest'
import { packageVersion } from '../../base/package-folder.js'
import type { Command } from './command.js'
import { InputError } from '../../base/input-error.js'
import { commands } from './commands.js'

/** A command as it is typed after the name of the executable. */
type Usage = Pick<Command, 'name' | 'usage' | 'summary'>

/** What was typed: a command of the list with what follows its name, or the text that was asked for. */
export type Typed = { name: string; words: string[] } | { text: string }

/** All commands, in the order of the help. */
const usages: readonly Usage[] = [
  ...commands,
  {
    name: 'backup',
    usage: '<folder>',
    summary: 'copies the database and the files, also while the service runs',
  },
  {
    name: 'restore',
    usage: '<folder> [data folder of before]',
    summary:
      'puts a backup into an empty data folder or database, its files into the folder or the bucket, and sets aside what an upstream may have been asked for since',
  },
  {
    name: 'restored hold',
    usage: '[data folder of before]',
    summary:
      'sets aside what an upstream may have been asked for, in a database that is behind, as a standby that was promoted',
  },
  {
    name: 'doctor',
    usage: '',
    summary:
      'names what is wrong with a setting or a dependency, with the next step; exit code 0, 1 (errors) or 2 (warnings)',
  },
  {
    name: 'upstreams check',
    usage: '',
    summary: 'tests the keys and model IDs of the upstreams without buying anything',
  },
  {
    name: 'upstreams protocols',
    usage: '',
    summary: 'lists the protocols that an upstream may speak, with the files of your own folder',
  },
  {
    name: 'upstreams prove',
    usage: '<protocol or file> [options…]',
    summary:
      'has tasks meet ten faults at a fake of a protocol and writes a signed record, --out <file>; with --live <upstream> --request <file> --max-credits <credits> the upstream makes one task too',
  },
  {
    name: 'protocol check',
    usage: '<file>',
    summary: 'checks a protocol of your own: every mistake with its code, line and what to do',
  },
  {
    name: 'fake',
    usage: '<protocol or file> [port] [seconds] [model…]',
    summary: 'serves a fake upstream of a protocol, or of the file of one',
  },
]

const helpWords = ['help', '--help', '-h']

/**
 * Reads what was typed after the name of the executable. Throws `InputError` where that is not a command, has a word
 * too few or too many: nothing that was typed is passed over.
 */
export function readWords(typed: readonly string[]): Typed {
  if (typed.some((word) => word === '--help' || word === '-h') || typed[0] === 'help') {
    const rest = typed.filter((word) => !helpWords.includes(word))
    const one = rest.length > 1 ? commandOf(rest) : undefined
    return { text: help(one === undefined ? related(rest) : [one]) }
  }
  if (typed.length === 1 && typed[0] === '--version') return { text: packageVersion() }
  const command = commandOf(typed)
  if (command === undefined) throw unknownCommand(typed)
  const words = typed.slice(command.name.split(' ').length)
  const places = command.usage.match(/<[^>]*>|\[[^\]]*\]/g) ?? []
  const missing = places[words.length]
  if (missing?.startsWith('<') === true) throw new InputError(`${missing} is missing: ${line(command)}`)
  const extra = words[places.length]
  if (extra !== undefined && places.at(-1)?.endsWith('…]') !== true)
    throw new InputError(
      `"${extra}" is one word too many; put what contains spaces in quotation marks: ${line(command)}`,
    )
  return { name: command.name, words }
}

/** The command that was typed, the longest name first. */
function commandOf(typed: readonly string[]): Usage | undefined {
  const named = (count: number): Usage | undefined =>
    usages.find(({ name }) => name === typed.slice(0, count).join(' '))
  const short = named(1)
  // A word behind the name of a group, as in `queue dead`, is never an argument.
  return named(2) ?? (short?.usage === '' && related(typed).length > 1 ? undefined : short)
}

/** The commands of the group of the first word, or all where there is no such group. */
function related([group]: readonly string[]): readonly Usage[] {
  const ofGroup = usages.filter(({ name }) => name.split(' ')[0] === group)
  return ofGroup.length > 0 ? ofGroup : usages
}

function unknownCommand(typed: readonly string[]): InputError {
  const said = typed.slice(0, 2).join(' ')
  const group = related(typed)
  if (group !== usages) return new InputError(`"${said}" is not a command. These are:\n${list(group)}`)
  const names = usages.map(({ name }) => name)
  const near = nearest(said, names) ?? nearest(typed[0] ?? '', names)
  return new InputError(
    `"${said}" is not a command${near === undefined ? '.' : `; did you mean "${near}"?`} "model-tasks-service help" lists all; without a command the service starts`,
  )
}

function help(asked: readonly Usage[]): string {
  const [only] = asked
  if (asked.length === 1 && only !== undefined) return `${line(only)}\n  ${only.summary}`
  return asked === usages
    ? `Without a command the service starts; --version prints its version. Commands:\n${list(usages)}`
    : list(asked)
}

function line({ name, usage }: Usage): string {
  return `model-tasks-service ${name} ${usage}`.trim()
}

function list(some: readonly Usage[]): string {
  const rows = some.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary] as const)
  const width = Math.max(...rows.map(([words]) => words.length))
  return rows.map(([words, summary]) => `  ${words.padEnd(width)}  ${summary}`).join('\n')
}
