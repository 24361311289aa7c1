import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { declarationsOf, type Declaration } from './declarations.js'

/** An entry point of the client, such as `@model-tasks/client/webhooks`, and what it exports. */
export interface ClientEntry {
  entry: string
  declarations: Declaration[]
}

interface Manifest {
  name: string
  exports: Record<string, { source: string }>
}

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && 'name' in value && 'exports' in value

/** Reads what the client exports from the sources in its folder. What an earlier entry point exports is not repeated. */
export const readClient = (folder: string): ClientEntry[] => {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!isManifest(manifest)) throw new Error(`${folder} is not a package`)
  const seen = new Set<string>()
  return Object.entries(manifest.exports)
    .filter(([path, { source }]) => path !== './testing' && source?.endsWith('.ts') === true)
    .map(([path, { source }]) => ({
      entry: `${manifest.name}${path.slice(1)}`,
      declarations: declarationsOf(join(folder, source)).filter(({ name }) => {
        const isNew = !seen.has(name)
        seen.add(name)
        return isNew
      }),
    }))
}
