import { readFileSync } from 'node:fs'

/** The folder of this package, also where the code is bundled: sources, compiled files and bundles all lie one folder deep. */
export const packageFolder = new URL('../', import.meta.url)

/** The version of this package. */
export function packageVersion(): string {
  const content: unknown = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8'))
  const version = typeof content === 'object' && content !== null && 'version' in content ? content.version : undefined
  return typeof version === 'string' ? version : '0.0.0'
}
