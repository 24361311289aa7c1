import type { Readable } from 'node:stream'
import type { JsonValue } from '@model-tasks/spec'
import type { Parameter } from '@model-tasks/spec/catalogue'
import { Problem } from '../failure/problem.js'
import { readTextFile, readTextStream } from './read-text.js'

/** Standard input, which one word of a command may read. */
export interface Input {
  stream: Readable
  /** The word that has read it. */
  readBy?: string
}

/** The entries of a body file, or of a body on standard input for `-`. Throws a Problem. */
export async function readBodyFile(path: string, input: Input): Promise<[string, JsonValue][]> {
  const content = path === '-' ? await standardInput(`@${path}`, input) : await readTextFile(path)
  const body = parseJson(content, path === '-' ? 'standard input' : path)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Problem(`${path}: a request body is a JSON object, such as {"prompt": "A paper boat"}`, 'usage')
  return Object.entries(body)
}

/**
 * The value of a parameter: the content of the file for `@file`, of standard input for `@-` and `-`, else the word itself.
 * One line break at the end of a file is not part of the value. A word that begins with one of the model's own prompt
 * tokens, such as `@图片1`, is not a file name. Throws a Problem where the file cannot be read.
 */
export async function readValueFile(
  name: string,
  word: string,
  as: 'string' | 'json',
  parameter: Parameter | undefined,
  input: Input,
): Promise<JsonValue> {
  const tokens = parameter?.kind === 'prompt' ? parameter.tokens : []
  const isToken = tokens.some(({ prefix }) => word.startsWith(prefix))
  const fromInput = word === '@-' || (word === '-' && as === 'string')
  if (!fromInput && (isToken || !/^@./s.test(word))) return as === 'json' ? parseJson(word, `${name}:=`) : word
  const place = fromInput ? 'standard input' : word.slice(1)
  const content = fromInput
    ? await standardInput(`${name}=${word}`, input)
    : await readTextFile(
        word.slice(1),
        as === 'string' ? `; to send the string itself, write ${name}:='${JSON.stringify(word)}'` : '',
      )
  return as === 'json' ? parseJson(content, place) : content.replace(/\r?\n$/, '')
}

async function standardInput(word: string, input: Input): Promise<string> {
  if (input.readBy !== undefined)
    throw new Problem(`${input.readBy} and ${word} both read standard input; only one can`, 'usage')
  input.readBy = word
  return readTextStream(input.stream, 'standard input')
}

function parseJson(content: string, place: string): JsonValue {
  try {
    return JSON.parse(content) as JsonValue
  } catch (error) {
    throw new Problem(`${place} is not JSON: ${error instanceof Error ? error.message : String(error)}`, 'usage')
  }
}
