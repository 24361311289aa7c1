import { existsSync, readFileSync } from 'node:fs'

/** The folder of this package, also where the code is bundled: the nearest one above this file that has a `package.json`. */
export const packageFolder = nearestPackage(new URL('./', import.meta.url))

/** The version of this package. */
export function packageVersion(): string {
  const content: unknown = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8'))
  const version = typeof content === 'object' && content !== null && 'version' in content ? content.version : undefined
  return typeof version === 'string' ? version : '0.0.0'
}

function nearestPackage(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder
  const above = new URL('../', folder)
  if (above.href === folder.href) throw new Error(`no package.json lies above ${import.meta.url}`)
  return nearestPackage(above)
}
