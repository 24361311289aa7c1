import { UsageError } from './usage-error.js'

/** Where the shell's completion takes the values of an option or argument from. */
export type Values = 'model' | 'task' | 'profile' | 'file' | readonly string[]

/** An option of a command, as data: what `parseArgs` needs, what the help prints, and how its value is read. */
export interface Option<Value = unknown> {
  readonly type: 'boolean' | 'string'
  readonly short?: string
  /** The word that stands for the value in the help, such as `file`. */
  readonly placeholder?: string
  readonly description: string
  /** The value when the option is not given, as the help prints it. */
  readonly default?: string
  readonly values?: Values
  /** The value of the option; `undefined` stands for an option that is not given. Throws `UsageError`. */
  read(given: string | boolean | undefined): Value
}

/** Options by the name the command's code uses; `baseUrl` is `--base-url` on the command line. */
export type Options = Readonly<Record<string, Option>>

/** The values of options, as a command's `run` receives them. */
export type OptionValues<O extends Options> = { [Name in keyof O]: O[Name] extends Option<infer Value> ? Value : never }

/** An option that is there or not. */
export function flag(description: string, more: { short?: string } = {}): Option<boolean> {
  return { type: 'boolean', description, ...more, read: (given) => given === true }
}

/** An option with a value of any form. */
export function text(
  placeholder: string,
  description: string,
  more: { short?: string; values?: Values } = {},
): Option<string | undefined> {
  return { type: 'string', placeholder, description, ...more, read: (given) => stringOf(given) }
}

/** An option with one of a few values. */
export function choice<const Choice extends string>(
  placeholder: string,
  choices: readonly Choice[],
  description: string,
): Option<Choice | undefined> {
  return {
    type: 'string',
    placeholder,
    description,
    values: choices,
    read: (given) => {
      const chosen = choices.find((each) => each === given)
      if (given !== undefined && chosen === undefined)
        throw new UsageError(`${JSON.stringify(given)} is not one of its values; use ${joined(choices)}`)
      return chosen
    },
  }
}

/** A time such as `90`, `90s` or `5m`, in milliseconds. */
export function duration(description: string): Option<number | undefined> {
  return {
    type: 'string',
    placeholder: 'time',
    description,
    read: (given) => {
      if (given === undefined) return undefined
      const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(String(given)) ?? []
      const factor = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit]
      if (amount === undefined || factor === undefined)
        throw new UsageError(`${JSON.stringify(given)} is not a time; write a time such as 90, 90s or 5m`)
      return Number(amount) * factor
    },
  }
}

/** An integer of at least `minimum`; undefined when it is not given and has no default. */
export function integer(placeholder: string, minimum: number, description: string): Option<number | undefined>
export function integer(placeholder: string, minimum: number, description: string, initial: number): Option<number>
export function integer(
  placeholder: string,
  minimum: number,
  description: string,
  initial?: number,
): Option<number | undefined> {
  return {
    type: 'string',
    placeholder,
    description,
    ...(initial === undefined ? {} : { default: String(initial) }),
    read: (given) => {
      if (given === undefined) return initial
      if (!/^\d{1,15}$/.test(String(given)) || Number(given) < minimum)
        throw new UsageError(`${JSON.stringify(given)} is not an integer of at least ${minimum}`)
      return Number(given)
    },
  }
}

/** The name of an option on the command line. */
export function optionName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function stringOf(given: string | boolean | undefined): string | undefined {
  return typeof given === 'string' ? given : undefined
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`
}
