import type { Model, Parameter } from '@model-tasks/spec/catalogue'
import type { Argument, Command } from '../definition/command.js'
import { globalOptions } from '../definition/global-options.js'
import { optionName, type Option, type Options, type Values } from '../definition/options.js'
import { allOptions, findCommand } from '../definition/parse.js'
import { catalogue, findModel } from '../models/catalogue.js'
import { optionWords, parameterFacts, valuesOrNull } from '../models/facts.js'

/** A word that may stand at the cursor, and what it is. */
export interface Candidate {
  word: string
  description: string
}

/** What is not in the program itself: tasks and profiles of the person who types. */
export interface Known {
  tasks(): Promise<Candidate[]>
  profiles(): Promise<Candidate[]>
  /** The model with the values that its lists have at the moment. */
  current(model: Model): Promise<Model>
}

/**
 * Words that may stand in place of the last one, with descriptions. Empty where a file name, or nothing in particular, is
 * expected, so that the shell completes file names.
 */
export async function candidates(
  commands: readonly Command[],
  words: readonly string[],
  known: Known,
): Promise<Candidate[]> {
  const current = words.at(-1) ?? ''
  const offered = await offer(commands, words.slice(0, -1), current, known)
  return offered.filter(({ word }) => word.startsWith(current))
}

async function offer(
  commands: readonly Command[],
  before: readonly string[],
  current: string,
  known: Known,
): Promise<Candidate[]> {
  const visible = commands.filter(({ hidden }) => hidden !== true)
  const all = allOptions(visible)
  const positionals = positionalsOf(before, all)
  const { command, length } = findCommand(visible, positionals)
  const options: Options = { ...command?.options, ...globalOptions }
  const pending = optionNamed(options, before.at(-1))
  if (pending?.type === 'string') return valuesOf(pending.values, known)
  const [, name, value] = /^(--[^=]+)=(.*)$/s.exec(current) ?? []
  if (value !== undefined) return prefixed(`${name ?? ''}=`, await valuesOf(optionNamed(options, name)?.values, known))
  if (current.startsWith('-'))
    return Object.entries(options).map(([key, { description }]) => ({ word: `--${optionName(key)}`, description }))
  const below = subcommands(visible, positionals)
  const args = command === undefined ? [] : positionals.slice(length)
  const argument = argumentAt(command?.arguments ?? [], args.length)
  if (argument?.values === 'parameters') return parameters(args, current, known)
  return [...(args.length === 0 ? below : []), ...(await valuesOf(argument?.values, known))]
}

/** The words that are neither options nor their values. */
function positionalsOf(words: readonly string[], options: Options): string[] {
  return words.filter(
    (word, index) => !word.startsWith('-') && optionNamed(options, words[index - 1])?.type !== 'string',
  )
}

function optionNamed(options: Options, word: string | undefined): Option | undefined {
  if (word?.startsWith('-') !== true) return undefined
  return Object.entries(options).find(
    ([key, { short }]) => word === `--${optionName(key)}` || word === `-${short ?? ''}`,
  )?.[1]
}

function argumentAt(definitions: readonly Argument[], index: number): Argument | undefined {
  const last = definitions.at(-1)
  return definitions[index] ?? (last?.many === true ? last : undefined)
}

/** The words that go on from these words to the name of a command. */
function subcommands(commands: readonly Command[], words: readonly string[]): Candidate[] {
  const start = words.map((word) => `${word} `).join('')
  const found = new Map<string, string>()
  for (const { name, summary } of commands) {
    if (!name.startsWith(start)) continue
    const rest = name.slice(start.length).split(' ')
    const [word = ''] = rest
    if (rest.length === 1) found.set(word, summary)
    else if (!found.has(word)) found.set(word, `${rest[1] ?? ''}: ${summary}`)
  }
  return [...found].map(([word, description]) => ({ word, description }))
}

async function valuesOf(values: Values | 'parameters' | undefined, known: Known): Promise<Candidate[]> {
  if (values === undefined || values === 'file' || values === 'parameters') return []
  if (values === 'model') return modelIds()
  if (values === 'task') return known.tasks()
  if (values === 'profile') return known.profiles()
  return values.map((word) => ({ word, description: '' }))
}

/** Parameters of the model among the words before, and values of the one that is being typed. */
async function parameters(args: readonly string[], current: string, known: Known): Promise<Candidate[]> {
  const model = args.map((word) => findModel(word)).find((found) => found !== undefined)
  if (model === undefined) return modelIds()
  const [, name, value] = /^([^=:]+)=(.*)$/s.exec(current) ?? []
  const named = (each: Parameter): boolean => value !== undefined && each.name === name
  const stated = model.parameters.find(named)
  const isListed = stated?.kind === 'string' && stated.list !== undefined
  const typed = isListed ? (await known.current(model)).parameters.find(named) : stated
  if (typed !== undefined) return prefixed(`${typed.name}=`, parameterValues(typed))
  const given = new Set(args.map((word) => word.split('=')[0]))
  return model.parameters
    .filter((each) => each.kind === 'media' || !given.has(each.name))
    .map((each) => ({ word: `${each.name}=`, description: describe(each) }))
}

function describe(parameter: Parameter): string {
  const [first = ''] = parameterFacts(parameter)
  return `${parameter.required ? 'required, ' : ''}${first}`
}

/** Values that a parameter takes, as far as they can be listed: which is the default, and what is said of single ones. */
export function parameterValues(parameter: Parameter): Candidate[] {
  const initial = 'default' in parameter ? parameter.default : undefined
  const candidate = (value: string | number | boolean | null, said = ''): Candidate => ({
    word: String(value),
    description: [value === initial ? 'the default' : '', said].filter(Boolean).join(', '),
  })
  if (parameter.kind === 'enum')
    return valuesOrNull(parameter).map((value) => candidate(value, optionWords(parameter, value)))
  if (parameter.kind === 'string' && parameter.list !== undefined)
    return parameter.list.values.map((value) => candidate(value, optionWords(parameter, value)))
  if (parameter.kind === 'boolean') return [candidate(true), candidate(false)]
  return initial === undefined ? [] : [candidate(initial)]
}

function modelIds(): Candidate[] {
  return catalogue().models.map(({ id, kind, reference }) => ({
    word: id,
    description: reference ? kind : `${kind}, no reference`,
  }))
}

function prefixed(prefix: string, list: readonly Candidate[]): Candidate[] {
  return list.map(({ word, description }) => ({ word: `${prefix}${word}`, description }))
}
