import { readError } from './answer.js'
import { type Json, type Path, read, readAll, write } from './json.js'
import type { Mapping, ModelProbe } from './mapping.js'

/**
 * What an answer says of a model: that it is `known` or `unknown`, or that it is `unlisted` where other models can be used
 * that the answer leaves out.
 */
export type ModelReading = 'known' | 'unknown' | 'unlisted'

/** Reads the answer to a model probe. Undefined when it says nothing of the model. */
export function readModelProbe(
  mapping: Mapping,
  { names, omits }: ModelProbe,
  model: string,
  { status, body }: { status: number; body: Json | undefined },
): ModelReading | undefined {
  const missing = omits === undefined ? 'unknown' : 'unlisted'
  const error = readError(mapping, status, body)
  // Without words of the upstream it is said of the address.
  if (error !== undefined)
    return error.proves === 'unknown-model' && (error.message ?? error.code) !== undefined ? missing : undefined
  const every = names.indexOf('-')
  if (every === -1) return typeof read(body, names) === 'string' ? 'known' : undefined
  if (!Array.isArray(read(body, names.slice(0, every)))) return undefined
  return readAll(body, names).includes(model) ? 'known' : missing
}

/** The query parameter of a model probe that names the model; undefined where its path does, or nothing. */
export function modelParameter({ path }: ModelProbe): string | undefined {
  const at = path.findIndex((part) => typeof part !== 'string')
  const before = at === -1 ? undefined : path[at - 1]
  return typeof before === 'string' ? /[?&]([^=&]+)=$/.exec(before)?.[1] : undefined
}

/** The answer to a model probe of a server that knows these models: a list of them, or the one that was asked for. */
export function renderModels({ names, told }: ModelProbe, models: readonly string[]): Json {
  const every = names.indexOf('-')
  const once = told.filter(({ at }) => !at.includes('-'))
  const around = once.reduce<Json>((body, { at, value }) => write(body, at, value), {})
  if (every === -1) return write(around, names, models[0]?.split('/').at(-1) ?? '')
  const eachTold = told.filter((one) => !once.includes(one))
  const list = write(around, names.slice(0, every), [])
  return models.reduce<Json>((body, model, index) => {
    const own = (at: Path): Path => at.map((step) => (step === '-' ? String(index) : step))
    return eachTold.reduce((whole, { at, value }) => write(whole, own(at), value), write(body, own(names), model))
  }, list)
}
