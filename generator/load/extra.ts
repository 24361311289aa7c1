import { readFile } from 'node:fs/promises'
import type { Extra } from '../file.js'

/** Reads what emitters use beside the catalogue, from the generator's own folder and the one above. */
export async function loadExtra(): Promise<Extra> {
  const folder = new URL('../../', import.meta.url)
  const [catalogueDeclarations, validatorChecks, changelog] = await Promise.all([
    readFile(new URL('catalogue.ts', folder), 'utf8'),
    readFile(new URL('dist/emit/validators/checks.js', folder), 'utf8'),
    readFile(new URL('../CHANGELOG.md', folder), 'utf8'),
  ])
  return { catalogueDeclarations, validatorChecks, changelog }
}
