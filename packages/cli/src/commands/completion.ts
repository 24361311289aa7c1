import type { Command } from 'commander'
import type { Parameter } from '@model-tasks/spec/catalogue'
import { catalogue, findModel } from '../catalogue.js'
import { completionScript, shells } from '../completion.js'
import { Problem } from '../problem.js'
import type { AddCommand } from './command.js'

/** `completion`: the script a shell reads; `complete`, hidden, is what the script asks. */
export const addCompletion: AddCommand = (program, session) => {
  program
    .command('completion')
    .summary('print a completion script for bash, zsh or fish')
    .description(
      'Prints a completion script: commands, models, parameters and their values. Its first line says where it goes.',
    )
    .argument('<shell>', shells.join(', '))
    .action((name: string) => {
      const shell = shells.find((each) => each === name)
      if (shell === undefined)
        throw new Problem(`there is no completion for ${name}; there is for ${shells.join(', ')}`, 'usage', [
          'model-tasks completion bash',
        ])
      session.terminal.out(completionScript(shell))
    })
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action((words: string[]) => {
      session.terminal.out(
        candidates(program, words)
          .map((candidate) => `${candidate}\n`)
          .join(''),
      )
    })
}

/** Words that may stand in place of the last one. */
export function candidates(program: Command, words: readonly string[]): string[] {
  const current = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  return offered(program, before, current).filter((candidate) => candidate.startsWith(current))
}

function offered(program: Command, before: readonly string[], current: string): string[] {
  const command = descend(program, before)
  const options = [...command.options, ...program.options]
  if (current.startsWith('-')) return options.flatMap(({ long }) => long ?? [])
  const last = options.find(({ long, short }) => before.length > 0 && [long, short].includes(before.at(-1)))
  if (last?.required === true) return last.long === '--as' ? modelIds() : []
  if (command === program || (command.commands.length > 0 && command.name() !== 'models'))
    return command.commands.map((each) => each.name()).filter((name) => name !== 'complete')
  if (command.name() === 'models') return ['show']
  if (command.name() === 'completion') return [...shells]
  if (!modelCommands.has(command.name())) return []
  const model = before.map((word) => findModel(word)).find((found) => found !== undefined)
  if (model === undefined) return modelIds()
  if (!modelCommands.get(command.name())) return []
  const [name, value] = current.split('=')
  const parameter = value === undefined ? undefined : model.parameters.find((each) => each.name === name)
  if (parameter !== undefined) return values(parameter).map((each) => `${parameter.name}=${each}`)
  const given = new Set(before.map((word) => word.split('=')[0]))
  return model.parameters
    .filter((each) => each.kind === 'media' || !given.has(each.name))
    .map((each) => `${each.name}=`)
}

/** Commands that take a model, and whether parameters follow it. */
const modelCommands = new Map([
  ['run', true],
  ['submit', true],
  ['check', true],
  ['show', false],
  ['schema', false],
])

function descend(program: Command, words: readonly string[]): Command {
  let command = program
  for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command
  return command
}

function modelIds(): string[] {
  return catalogue().models.map(({ id }) => id)
}

function values(parameter: Parameter): string[] {
  if (parameter.kind === 'enum') return parameter.values.map(String)
  if (parameter.kind === 'boolean') return ['true', 'false']
  return 'default' in parameter && parameter.default !== undefined ? [String(parameter.default)] : []
}
