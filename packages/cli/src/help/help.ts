import { commands } from '../commands/index.js'
import { exampleLine, groups, type Argument, type Command } from '../definition/command.js'
import { globalOptions } from '../definition/global-options.js'
import { optionName, type Option, type Options } from '../definition/options.js'
import { exitCodes } from '../failure/exit-codes.js'
import { table, wrap } from '../terminal/table.js'
import type { Terminal } from '../terminal/terminal.js'

/** Where help is printed. */
type Page = Pick<Terminal, 'columns' | 'paint'>

/** The help of the whole program: commands by group, options of every command, exit codes. */
export function programHelp(page: Page, program: string): string {
  const { strong } = page.paint.out
  const visible = commands.filter(({ hidden }) => hidden !== true)
  return [
    'Generates videos and images through a Model Task Service.\n',
    `\n${strong('Usage')}\n  ${program} <command> [arguments] [options]\n  ${program} <command> --help\n`,
    ...groups.map((group) =>
      section(
        page,
        group,
        visible.filter((command) => command.group === group).map((command) => [usageOf(command), command.summary]),
      ),
    ),
    optionSection(page, 'Options of every command', globalOptions),
    section(
      page,
      'Exit codes',
      Object.values(exitCodes).map(({ code, meaning }) => [String(code).padStart(3), meaning]),
    ),
    `\n${strong('Start')}\n  ${program} models\n  ${program} models show sd_2.0_discount\n`,
  ].join('')
}

/** The help of one command; with a model among its words, that model's parameters too. */
export async function commandHelp(
  command: Command,
  args: readonly string[],
  page: Page,
  program: string,
): Promise<string> {
  const { strong } = page.paint.out
  return [
    ...wrap(command.description, page.columns ?? 100).map((line) => `${line}\n`),
    `\n${strong('Usage')}\n  ${program} ${usageOf(command)} [options]\n`,
    section(
      page,
      'Arguments',
      command.arguments.map((argument) => [argumentForm(argument), argument.description]),
    ),
    optionSection(page, 'Options', command.options),
    optionSection(page, 'Options of every command', globalOptions),
    section(
      page,
      'Commands below it',
      commands
        .filter(({ name }) => name.startsWith(`${command.name} `))
        .map((below) => [usageOf(below), below.summary]),
    ),
    `\n${strong('Examples')}\n${command.examples.map((example) => `  ${page.paint.out.faint(`# ${example.does}`)}\n  ${exampleLine(example, program)}\n`).join('')}`,
    await parametersOf(command, args, page),
  ].join('')
}

async function parametersOf(command: Command, args: readonly string[], page: Page): Promise<string> {
  if (!command.arguments.some(({ values }) => values === 'parameters')) return ''
  const { findModel } = await import('../models/catalogue.js')
  const model = args.map((word) => findModel(word)).find((found) => found !== undefined)
  if (model === undefined) return ''
  const { parameterTable } = await import('../models/model-page.js')
  const parameters = model.reference
    ? parameterTable(model, page.paint.out, page.columns)
    : 'The interface shows no parameters of this model; any are sent as they are.\n'
  return `\n${page.paint.out.strong(`Parameters of ${model.id}`)}\n${parameters}`
}

/** A command as it is typed, such as `wait <id...>`. */
export function usageOf(command: Pick<Command, 'name' | 'arguments'>): string {
  return [command.name, ...command.arguments.map(argumentForm)].join(' ')
}

function argumentForm({ name, optional = false, many = false }: Argument): string {
  const word = many ? `${name} ...` : name
  return optional ? `[${word}]` : `<${word}>`
}

/** An option as it is typed, such as `-o, --out <file>`. */
export function optionForm(key: string, { short, placeholder }: Option): string {
  return `${short === undefined ? '' : `-${short}, `}--${optionName(key)}${placeholder === undefined ? '' : ` <${placeholder}>`}`
}

function optionSection(page: Page, title: string, options: Options): string {
  return section(
    page,
    title,
    Object.entries(options).map(([key, option]) => [
      optionForm(key, option),
      option.default === undefined ? option.description : `${option.description} (default ${option.default})`,
    ]),
  )
}

function section({ columns, paint }: Page, title: string, rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return ''
  const lines = table(rows, columns === undefined ? undefined : columns - 2, { whole: [0], wrapped: [1] })
  return `\n${paint.out.strong(title)}\n${lines.replace(/^(?=.)/gm, '  ')}`
}
