import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './imports.js'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('what npm installs and says to need a newer Node.js than the rest is what the README names', () => {
  const [, oldest = ''] = /With Node\.js (\d+)\.\d+ or newer/.exec(read('README.md')) ?? []
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { name?: string; engines?: { node?: string } }>
  }
  const newer = Object.entries(packages)
    .filter(([, { engines }]) =>
      engines?.node?.split('||').every((range) => Number(/\d+/.exec(range)?.[0] ?? 0) > Number(oldest)),
    )
    .map(([path, { name }]) => name ?? path.replace(/^.*node_modules\//, ''))
  const sentence = read('README.md')
    .split('\n')
    .find((line) => line.startsWith(`On Node.js ${oldest}, npm warns`))
  expect([...(sentence ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()).toEqual(newer.sort())
})
