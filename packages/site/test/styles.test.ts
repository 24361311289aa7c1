import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../styles/', import.meta.url)

test('no animation has the name of another one, which would take its place on pages that have both', () => {
  const names = readdirSync(folder).flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name),
  )
  expect(names.length).toBeGreaterThan(4)
  expect(names).toEqual([...new Set(names)])
})
