import type { Session } from '../session.js'
import type { GlobalOptions } from './global-options.js'
import type { Options, OptionValues, Values } from './options.js'

/** The groups in which the help lists commands, in order. */
export const groups = ['Tasks', 'Models', 'Media', 'Setup'] as const
export type Group = (typeof groups)[number]

/** A positional argument. */
export interface Argument {
  readonly name: string
  readonly description: string
  readonly optional?: boolean
  /** Whether it may be given several times. Only the last argument may. */
  readonly many?: boolean
  readonly values?: Values | 'parameters'
}

/** A command line that can be typed as it stands, without the program's name, and what it does. */
export interface Example {
  readonly command: string
  readonly does: string
  /** A command of the shell that it needs first, on the same line. */
  readonly after?: string
}

/** The line of an example, where the program has this name. */
export function exampleLine({ command, after }: Example, program: string): string {
  return `${after === undefined ? '' : `${after} && `}${program} ${command}`
}

/** What a command's `run` receives. */
export interface Call<O extends Options> {
  readonly args: readonly string[]
  readonly options: OptionValues<O> & GlobalOptions
}

/** One command, whole: what the help, the completion and the docs site say of it, and what it does. */
export interface Definition<O extends Options> {
  /** The words that name it, such as `models show`. */
  readonly name: string
  /** Other words for it. */
  readonly aliases?: readonly string[]
  readonly group: Group
  /** One line for the list of commands. */
  readonly summary: string
  /** What it promises, in full sentences. */
  readonly description: string
  readonly arguments: readonly Argument[]
  readonly options: O
  readonly examples: readonly Example[]
  /** Whether it talks to a service, so that `--profile` and `--base-url` matter to it. */
  readonly online: boolean
  /** Hidden from the help and the docs. */
  readonly hidden?: boolean
  /** Whether it has no result to print as JSON. */
  readonly printsNoJson?: boolean
  run(session: Session, call: Call<O>): Promise<void>
}

/** A command whose option types are known to itself alone. */
export interface Command extends Omit<Definition<Options>, 'run'> {
  /** Runs with the values that were read by the command's own `options`. */
  run(session: Session, call: Call<Options>): Promise<void>
}

/** Checks a definition's types and hides those of its options from the list of all commands. */
export function defineCommand<const O extends Options>(definition: Definition<O>): Command {
  return {
    ...definition,
    // The values are read by `definition.options` and by nothing else: see `readOptions`.
    run: (session, { args, options }) => definition.run(session, { args, options: options as Call<O>['options'] }),
  }
}
