import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('the linter reports what breaks a rule: its own, one of types, and those of this repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'))
  try {
    const file = join(folder, 'broken.ts')
    writeFileSync(
      file,
      `class Hidden {
  private kept = 1
}
const path = new URL('.', import.meta.url).pathname
const root = new URL('..', import.meta.url)
const below = new URL('spec', root).pathname
const wait = async (): Promise<void> => {}
wait()
const first = [1].find((one) => one > 1)!
export { Hidden, path, below, first }
`,
    )
    const { stdout, status } = spawnSync('npx', ['oxlint', '--config', '.oxlintrc.json', '--format', 'json', file], {
      cwd: root,
      encoding: 'utf8',
    })
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] }
    expect(diagnostics.map(({ code }) => code).toSorted()).toEqual([
      'house(file-url-to-path)',
      'house(file-url-to-path)',
      'house(hash-private)',
      'typescript(no-floating-promises)',
      'typescript(no-non-null-assertion)',
    ])
    expect(status).toBe(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
