import type { ModelKind } from '../catalogue.js'
import { visible } from '../messages/format.js'
import { CannotAddModelError } from './add.js'
import { modelKinds } from './scaffold.js'

/** A command that adds a model file. */
export interface AddingCommand<T> {
  usage: string
  /** What the words of the command line ask for; undefined: the usage. Throws what is wrong with them. */
  read: (words: string[]) => T | undefined
  /** Adds the file, and answers what is printed then. Throws a CannotAddModelError when it cannot. */
  add: (asked: T) => Promise<string>
}

/** Runs such a command with the words of the command line, and answers its exit code. */
export async function runAdding<T>({ usage, read, add }: AddingCommand<T>): Promise<number> {
  let asked: T | undefined
  try {
    asked = read(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    return 2
  }
  if (asked === undefined) {
    console.log(usage)
    return 0
  }
  try {
    console.log(visibleLines(await add(asked)))
    return 0
  } catch (error) {
    if (!(error instanceof CannotAddModelError)) throw error
    console.error(visibleLines(error.message))
    return 1
  }
}

/** The kind of model that a word of the command line names. Throws for a word that names none. */
export function kindNamed(word: string): ModelKind {
  const kind = modelKinds.find((each) => each === word)
  if (kind === undefined) throw new Error(`"${word}" is not a kind of model; use ${modelKinds.join(', ')}`)
  return kind
}

/** What a document says reaches the terminal without its control characters. */
function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n')
}
