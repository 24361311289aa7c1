import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { checkSpec } from '../../generator/check/index.js'
import { loadSpec, parseSpecFile, type Spec } from '../../generator/load/spec.js'
import { wellFormed } from '../../generator/upstreams/check/facts.js'
import { compileMapping } from '../../generator/upstreams/compile.js'
import { protocolPage } from '../../generator/upstreams/page.js'
import type { UpstreamFile } from '../../generator/spec-types/files/upstream.js'
import type { Mapping } from '../../generator/upstreams/interpreter/mapping.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const seventh = await readFile(new URL('./seventh.json', import.meta.url), 'utf8')
const real = loadSpec(`${root}spec`)

/** The real specification with a made-up protocol: `seventh.json`, with other members. */
export async function specWith(name: string, members: object = {}): Promise<Spec> {
  const text = JSON.stringify({ ...(JSON.parse(seventh) as object), ...members, protocol: name })
  const spec = await real
  const file = parseSpecFile(`upstreams/${name}.json`, text)
  return { ...spec, files: new Map([...spec.files, [file.path, file]]) }
}

/** The operations of the made-up protocol. */
export function seventhOperations(): { video: { status: object; rows: object[] } } {
  return (JSON.parse(seventh) as { operations: { video: { status: object; rows: object[] } } }).operations
}

/** A made-up protocol: what the checks say of it, its mapping and its page. */
export async function madeUp(
  name: string,
  members: object,
): Promise<{ diagnostics: unknown[]; source: UpstreamFile; mapping: Mapping; page: string }> {
  const spec = await specWith(name, members)
  const source = wellFormed(spec).find((one) => one.source.protocol === name)?.source
  if (source === undefined) throw new Error(JSON.stringify(checkSpec(spec)))
  return { diagnostics: checkSpec(spec), source, mapping: compileMapping(source), page: protocolPage(source, {}) }
}
