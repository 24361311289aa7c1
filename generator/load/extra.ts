import { readFile } from 'node:fs/promises'
import { defaultBaseAddress } from '../base-address.js'
import type { Extra } from '../file.js'
import { loadInterpreter } from '../upstreams/load.js'
import { loadChecks } from './checks.js'

/** Reads what emitters use beside the catalogue, from the generator's own folder and the one above. */
export async function loadExtra(baseAddress = defaultBaseAddress): Promise<Extra> {
  const folder = new URL('../../', import.meta.url)
  const [catalogueDeclarations, directory, validatorChecks, changelog, interpreter] = await Promise.all([
    readFile(new URL('catalogue.ts', folder), 'utf8'),
    readFile(new URL('directory.ts', folder), 'utf8'),
    loadChecks(),
    readFile(new URL('../CHANGELOG.md', folder), 'utf8'),
    loadInterpreter(),
  ])
  const [directoryDeclarations = ''] =
    /\/\*\*[^/]*\*\/\nexport interface DirectoryEntry \{[\s\S]*?\n\}\n/.exec(directory) ?? []
  return {
    baseAddress,
    catalogueDeclarations,
    directoryDeclarations,
    validatorChecks,
    changelog,
    interpreter,
    upstreams: [],
  }
}
