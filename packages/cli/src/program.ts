import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { findModel } from './catalogue.js'
import { commands } from './commands/index.js'
import { exitCodes } from './exit-codes.js'
import { parameterTable } from './model-page.js'
import type { Session } from './session.js'

/** The whole command line: options of every command, the commands, and help that knows the models. */
export function createProgram(session: Session, words: readonly string[]): Command {
  const { terminal } = session
  const program = new Command('model-tasks')
    .description('Generates videos and images through a Model Task Service.')
    .version(version())
    .option('--json', 'print JSON on standard output, errors included')
    .option('-q, --quiet', 'say nothing but results and errors')
    .option('--profile <name>', 'use this profile of the configuration')
    .option('--base-url <url>', 'address of the service; its key comes from MODEL_TASKS_API_KEY or the configuration')
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => {
        terminal.out(text)
      },
      writeErr: (text) => {
        terminal.err(text)
      },
      outputError: () => undefined,
      getOutHelpWidth: () => terminal.columns ?? 100,
      getErrHelpWidth: () => terminal.liveColumns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
  for (const add of commands) add(program, session)
  program.addHelpText(
    'after',
    `\nExit codes:\n${exitCodeLines()}\nStart: model-tasks models, then model-tasks models show <id>`,
  )
  for (const command of program.commands) {
    command.addHelpText('after', () => {
      const model = words.map((word) => findModel(word)).find((found) => found !== undefined)
      return model === undefined || !['run', 'submit', 'check'].includes(command.name())
        ? ''
        : `\nParameters of ${model.id}:\n${model.reference ? parameterTable(model, terminal.paint.out, terminal.columns) : 'not shown by the interface; any are sent as they are\n'}`
    })
  }
  return program
}

function exitCodeLines(): string {
  return Object.values(exitCodes)
    .map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}\n`)
    .join('')
}

function version(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}
