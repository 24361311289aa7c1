import { formatCount } from '@model-tasks/validation/count'
import { parseArgs } from 'node:util'
import { nearest } from '@model-tasks/validation/nearest'
import type { Command } from './command.js'
import { globalOptions } from './global-options.js'
import { optionName, type Option, type Options, type OptionValues } from './options.js'
import { commandFor } from './other-words.js'
import { UsageError } from './usage-error.js'

/** A command line, read. */
export interface CommandLine {
  /** Undefined when no command is named. */
  command: Command | undefined
  /** The words after the command's name that are not options. */
  args: string[]
  given: GivenOptions
}

/** Options as they were typed, by the name the code uses. */
export type GivenOptions = Record<string, string | boolean | undefined>

/**
 * Reads the words after the program's name. Options may stand anywhere. Throws `UsageError` for an unknown command, an
 * unknown option, a missing value and, unless help is asked for, a wrong number of arguments.
 */
export function readCommandLine(commands: readonly Command[], words: readonly string[]): CommandLine {
  const first = tokensOf(words, allOptions(commands))
  const positionals = first.flatMap((token) => (token.kind === 'positional' ? [token] : []))
  const { command, length } = findCommand(
    commands,
    positionals.map(({ value }) => value),
  )
  const [unknown] = positionals
  const taken = new Set(positionals.slice(0, length).map(({ index }) => index))
  const rest = words.filter((_, index) => !taken.has(index))
  const isUnknown = command === undefined && unknown !== undefined
  // Of a word that names no command, that is what is said, whichever command its options are of.
  const options: Options = isUnknown ? allOptions(commands) : { ...command?.options, ...globalOptions }
  const tokens = tokensOf(rest, options)
  const given = givenOptions(tokens, options, rest, command)
  const args = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  if (given.help !== true && isUnknown)
    throw unknownCommand(
      commands,
      positionals.map(({ value }) => value),
    )
  if (command !== undefined && given.help !== true) checkArity(command, args)
  return { command, args, given }
}

/** The values of options as their definitions read them. Throws `UsageError`. */
export function readOptions<O extends Options>(options: O, given: GivenOptions): OptionValues<O> {
  const values = Object.entries(options).map(([key, option]) => [key, read(key, option, given[key])])
  // Each value comes from the option of the same name, which `OptionValues` describes.
  return Object.fromEntries(values) as OptionValues<O>
}

/** The options of all commands and of every one, by name. An option of one name is of one type everywhere. */
export function allOptions(commands: readonly Command[]): Options {
  return Object.fromEntries([...commands.map(({ options }) => options), globalOptions].flatMap(Object.entries))
}

/** The command that the longest run of first words names, by its name or another word for it, and how many words that are. */
export function findCommand(
  commands: readonly Command[],
  words: readonly string[],
): { command: Command | undefined; length: number } {
  for (let length = Math.min(2, words.length); length > 0; length--) {
    const name = words.slice(0, length).join(' ')
    const found = commands.find((command) => command.name === name || command.aliases?.includes(name) === true)
    if (found !== undefined) return { command: found, length }
  }
  return { command: undefined, length: 0 }
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]

function tokensOf(words: readonly string[], options: Options): Token[] {
  const config = Object.fromEntries(
    Object.entries(options).map(([key, { type, short }]) => [
      optionName(key),
      short === undefined ? { type } : { type, short },
    ]),
  )
  return parseArgs({ args: [...words], options: config, strict: false, allowPositionals: true, tokens: true }).tokens
}

function givenOptions(
  tokens: readonly Token[],
  options: Options,
  words: readonly string[],
  command: Command | undefined,
): GivenOptions {
  const given: GivenOptions = {}
  const keys = new Map(Object.keys(options).map((key) => [optionName(key), key]))
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const key = keys.get(token.name)
    const option = key === undefined ? undefined : options[key]
    if (key === undefined || option === undefined) throw unknownOption(token, words, command, [...keys.keys()])
    if (option.type === 'boolean') {
      if (token.value !== undefined) throw new UsageError(`--${token.name} takes no value`)
      given[key] = true
    } else {
      const { value } = token
      const dashed = token.inlineValue === false && value !== undefined && /^-./.test(value)
      if (value === undefined || dashed)
        throw new UsageError(
          `--${token.name} requires a value: --${token.name} <${option.placeholder ?? 'value'}>${dashed ? `; one that begins with a dash is written --${token.name}=${value}` : ''}`,
        )
      given[key] = value
    }
  }
  return given
}

function read(key: string, option: Option, given: string | boolean | undefined): unknown {
  try {
    return option.read(given)
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`--${optionName(key)}: ${error.message}`)
    throw error
  }
}

function checkArity(command: Command, args: readonly string[]): void {
  const required = command.arguments.filter(({ optional }) => optional !== true)
  const missing = required[args.length]
  if (missing !== undefined) throw new UsageError(`${command.name} requires <${missing.name}>: ${missing.description}`)
  const last = command.arguments.at(-1)
  if (last?.many !== true && args.length > command.arguments.length)
    throw new UsageError(
      `${command.name} takes ${command.arguments.length === 0 ? 'no arguments' : formatCount(command.arguments.length, 'argument')}, not ${JSON.stringify(args[command.arguments.length])}`,
    )
}

/** The error of a word that names no command, with the commands that begin alike or sound alike. */
function unknownCommand(commands: readonly Command[], words: readonly string[]): UsageError {
  const visible = commands.filter(({ hidden }) => hidden !== true)
  const [first = '', second] = words
  const below = visible.filter(({ name }) => name.startsWith(`${first} `))
  if (below.length > 0) {
    const names = below.map(({ name }) => name.slice(first.length + 1))
    return new UsageError(
      second === undefined
        ? `${first} requires a subcommand: ${names.join(', ')}`
        : `${JSON.stringify(second)} is not a subcommand of ${first}; use ${names.join(', ')}`,
      [first, '--help'],
    )
  }
  const names = [...new Set(visible.map(({ name }) => name.split(' ')[0] ?? ''))]
  const near = commandFor(first, names) ?? nearest(first, names)
  return new UsageError(
    `${JSON.stringify(first)} is not a command${near === undefined ? '' : `; did you mean ${near}?`}`,
    near === undefined ? ['--help'] : [...near.split(' '), '--help'],
  )
}

type OptionToken = Extract<Token, { kind: 'option' }>

/**
 * The error of an option that the command does not have. Where the command takes a model's parameters, an option with a
 * value is a parameter that was written as an option: `--duration 5` was meant as `duration=5`.
 */
function unknownOption(
  token: OptionToken,
  words: readonly string[],
  command: Command | undefined,
  names: readonly string[],
): UsageError {
  const { rawName, name, index, value } = token
  const next = words[index + 1]
  const near = nearest(name, names)
  const takesParameters = command?.arguments.some(({ values }) => values === 'parameters') === true
  const written = value ?? (next === undefined || next.startsWith('-') ? undefined : next)
  if (takesParameters && rawName.startsWith('--') && written !== undefined && near === undefined) {
    const parameter = `${name.replaceAll('-', '_')}=${written}`
    const skip = value === undefined ? 2 : 1
    return new UsageError(
      `${rawName} is not an option of ${command.name}; a parameter of the model is written ${parameter}`,
      [...command.name.split(' '), ...words.slice(0, index), parameter, ...words.slice(index + skip)],
    )
  }
  const of = command === undefined ? '' : ` of ${command.name}`
  return new UsageError(
    `${rawName} is not an option${of}${near === undefined ? '' : `; did you mean --${near}?`}`,
    command === undefined ? ['--help'] : [...command.name.split(' '), '--help'],
  )
}
