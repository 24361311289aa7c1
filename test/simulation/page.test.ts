import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../../packages/site/content/en/decisions/simulation.md', import.meta.url), 'utf8')
const seeds = new URL('seeds/', import.meta.url)

test('the page on the simulation names each plan that broke something, and how it was found', () => {
  const rows = [...page.matchAll(/^\| .+ \| (drawn|written) \| `([\w-]+)` \|$/gm)].map(([, , plan]) => plan)
  const broke = readdirSync(seeds).filter((file) => {
    const { breaks } = JSON.parse(readFileSync(new URL(file, seeds), 'utf8')) as { breaks: string }
    return breaks !== ''
  })
  expect(rows.toSorted()).toEqual(broke.map((file) => file.replace('.json', '')).sort())
})
