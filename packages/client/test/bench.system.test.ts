import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('our part of the benchmark runs to its end in a fresh clone, without the peers', async () => {
  const script = join(import.meta.dirname, '../../../test/bench/client/run.mjs')
  // A target that is missed is reported by the exit code 1; a benchmark that breaks writes to stderr.
  const { code, stdout, stderr } = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [script, '--ours'], (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr })
    })
  })
  expect(stderr).toBe('')
  expect([0, 1]).toContain(code)
  for (const part of [
    /\| ours \| \d+ \| \d+ \| a run \d+ in \d+ files: core \d+, checking \d+, its model's validator \d+ \|/,
    /Cold import[^]*\| ours \| [\d.]+ \|/,
    /Time added to one query[^]*\| ours \| -?\d+ \|/,
    /500 waits in one process[^]*\| ours \| [\d.]+ \| \d+/,
    /POSTs[^]*ours/,
  ])
    expect(stdout).toMatch(part)
})
