import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './imports.js'

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))

// Nothing that is installed here needs its install script. npm warns of each one about which nothing is decided.
test('every dependency with an install script is one whose script is not run', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, { hasInstallScript?: boolean }> }
  const names = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
  expect(allowScripts).toEqual(Object.fromEntries(names.map((name) => [name, false])))
})
