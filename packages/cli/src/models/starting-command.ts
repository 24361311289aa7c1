import { resultExtension } from '@model-tasks/client/policy'
import type { JsonValue } from '@model-tasks/spec'
import type { Model } from '@model-tasks/spec/catalogue'
import { quoted } from '../failure/shell.js'

/** The words of a command that submits the smallest request that the model accepts. */
export function startingCommand(model: Model): string[] {
  const { model: _, ...parameters } = model.requests.smallest
  const words = Object.entries(parameters).flatMap(([name, value]) => wordsOf(name, value))
  const name = model.kind === 'image' ? 'image' : 'clip'
  return ['run', model.id, ...words, '--out', `${name}.${resultExtension({ object: model.kind })}`]
}

/** A member of a body as words of the command line. */
function wordsOf(name: string, value: JsonValue): string[] {
  if (typeof value !== 'object') return [quoted(`${name}=${value}`)]
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
    return value.map((item) => quoted(`${name}=${item}`))
  return [quoted(`${name}:=${JSON.stringify(value)}`)]
}
