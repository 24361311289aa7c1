import { readdir, readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { diagnosticCodes } from '../../check/codes.js'
import { checkSpec } from '../../check/index.js'
import { loadSpec, type Spec } from '../../load/spec.js'
import { formatDiagnostic } from '../../print.js'

/** A fixture is a folder: `spec/` laid over that of `base`, `removed.json` with what to take away, `expected.txt` with what is said. */
const folder = fileURLToPath(new URL('./fixtures', import.meta.url))
const names = (await readdir(folder)).filter((name) => name !== 'base').sort()

/** The meta-schemas and the small specification that each fixture starts from. */
const base = new Map([
  ...[...(await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url)))).files].filter(([path]) =>
    path.startsWith('meta/'),
  ),
  ...(await loadSpec(`${folder}/base/spec`)).files,
])

async function overlaid(name: string): Promise<Spec> {
  const files = new Map(base)
  if (existsSync(`${folder}/${name}/spec`))
    for (const [path, file] of (await loadSpec(`${folder}/${name}/spec`)).files) files.set(path, file)
  if (existsSync(`${folder}/${name}/removed.json`))
    for (const path of JSON.parse(await readFile(`${folder}/${name}/removed.json`, 'utf8')) as string[])
      files.delete(path)
  return { directory: folder, files }
}

describe('a bad specification is answered as its fixture says', () => {
  test.each(names)('%s', async (name) => {
    const diagnostics = checkSpec(await overlaid(name))
    await expect(
      `${diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, 'spec')).join('\n\n')}\n`,
    ).toMatchFileSnapshot(`${folder}/${name}/expected.txt`)
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(name.slice(0, 4))
  })

  test('the specification the fixtures start from has no mistake', async () => {
    expect(checkSpec(await overlaid('base'))).toEqual([])
  })
})

test.each(diagnosticCodes.map((facts) => [facts.code, facts] as const))(
  '%s has a fixture and words for its page',
  (code, facts) => {
    expect(names.some((name) => name.startsWith(`${code}-`))).toBe(true)
    for (const words of [facts.title, facts.explanation, facts.hint, facts.wrong, facts.right])
      expect(words.length).toBeGreaterThan(10)
    expect(facts.wrong).not.toBe(facts.right)
    expect(facts.hint.endsWith('.')).toBe(true)
  },
)

test('codes are unique and in order', () => {
  const codes = diagnosticCodes.map((facts) => facts.code)
  expect(codes).toEqual([...new Set(codes)].sort())
})
