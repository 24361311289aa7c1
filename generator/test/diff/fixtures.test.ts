import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readCatalogue } from '../../read/catalogue.js'
import type { Catalogue } from '../../catalogue.js'
import { changelogSection } from '../../diff/changelog.js'
import { formatEvents } from '../../diff/format.js'
import { diffCatalogues } from '../../diff/index.js'
import { rules } from '../../diff/rules.js'
import { loadSpec } from '../../load/spec.js'
import { changes } from './changes.js'

/** A fixture is a folder: `a/` and `b/`, each laid over the small specification that diagnostics are tested with, and `events.json`. */
const folder = fileURLToPath(new URL('./fixtures', import.meta.url))
const base = await loadSpec(fileURLToPath(new URL('../check/fixtures/base/spec', import.meta.url)))
const names = (await readdir(folder)).sort()

async function side(path: string): Promise<Catalogue> {
  const files = new Map(base.files)
  if (existsSync(path)) for (const [name, file] of (await loadSpec(path)).files) files.set(name, file)
  return readCatalogue({ directory: path, files })
}

describe('a difference is told as its fixture says', () => {
  test.each(names)('%s', async (name) => {
    const events = diffCatalogues(await side(`${folder}/${name}/a`), await side(`${folder}/${name}/b`))
    await expect(`${JSON.stringify(events, null, 2)}\n`).toMatchFileSnapshot(`${folder}/${name}/events.json`)
    if (rules.some((rule) => rule.id === name)) expect(events.map((event) => event.rule)).toContain(name)
  })
})

test('many differences read well at a terminal and in the changelog', async () => {
  const folderOfAll = `${folder}/everything-at-once`
  const [before, after] = [await side(`${folderOfAll}/a`), await side(`${folderOfAll}/b`)]
  const events = diffCatalogues(before, after)
  await expect(`${formatEvents(before, after, events)}\n`).toMatchFileSnapshot(`${folderOfAll}/terminal.txt`)
  await expect(`${changelogSection(after, events, '2027-01-31')}\n`).toMatchFileSnapshot(`${folderOfAll}/changelog.md`)
  expect(formatEvents(before, after, events, { colour: true })).toContain('\u001b[31mBreaking\u001b[0m')
})

test.each(rules.map((rule) => [rule.id, rule] as const))(
  '%s has a fixture or a hand-made change, and says what it reports',
  (id, rule) => {
    expect([...names, ...changes.map(([, , , , found]) => found)]).toContain(id)
    expect(rule.summary.length).toBeGreaterThan(10)
    expect(rule.step === 'major').toBe(rule.severity === 'breaking')
  },
)
