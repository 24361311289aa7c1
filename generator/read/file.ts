import { inlineReferences } from '../load/resolve.js'
import type { Spec } from '../load/spec.js'
import { MalformedSpecError, Reader } from './reader.js'

/** A reader of one shared file of `spec/`, with its references inlined. */
export function readerOf(spec: Spec, path: string): Reader {
  const loaded = spec.files.get(path)
  if (loaded?.value === undefined) throw new MalformedSpecError(`spec/${path} is missing or no JSON`)
  return Reader.of(inlineReferences(spec, path, loaded.value), `spec/${path}#`)
}
