import type { JsonValue } from '../catalogue.js'
import { isObject } from '../load/json-object.js'
import type { Spec } from '../load/spec.js'
import type { UpstreamFile } from '../spec-types/files/upstream.js'

const upstreamPath = /^upstreams\/([^/]+)\.json$/

/** The protocol that a path below `spec/` says, or undefined when it is not an upstream file. */
export function protocolOf(path: string): string | undefined {
  return upstreamPath.exec(path)?.[1]
}

/** Every upstream file whose form is right, in the order of protocols. Form mistakes are reported by the meta-schema. */
export function upstreamSources(
  spec: Spec,
  isWellFormed: (path: string, value: JsonValue) => boolean,
): { path: string; source: UpstreamFile }[] {
  const accepted = (path: string, value: JsonValue | undefined): value is JsonValue & UpstreamFile =>
    isObject(value) && isWellFormed(path, value)
  return [...spec.files.values()].flatMap(({ path, value }) =>
    protocolOf(path) !== undefined && accepted(path, value) ? [{ path, source: value }] : [],
  )
}
