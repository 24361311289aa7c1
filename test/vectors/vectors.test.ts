import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { modelIds } from '@model-tasks/spec'
import { describe, expect, test } from 'vitest'
import { found, generated, inOrder, vectorsOf } from './verdict.js'

describe.each(modelIds.map((id) => [id] as const))('vectors of %s', (id) => {
  const vectors = vectorsOf(id)

  test('have ids of their own and agree with themselves', () => {
    expect(new Set(vectors.map((vector) => vector.id)).size).toBe(vectors.length)
    for (const { id: name, valid, findings } of vectors)
      expect(!findings.some((finding) => finding.severity === 'error'), name).toBe(valid)
    expect(vectors.some((vector) => vector.valid)).toBe(true)
  })

  test('are what the generated validator finds', () => {
    for (const { id: name, body, findings } of vectors)
      expect(inOrder(found(id, body)), name).toEqual(inOrder(findings))
  })
})

test('validators run where code from strings is forbidden', () => {
  const script = `
    import { modules } from '@model-tasks/spec/validators/all'
    import { readFileSync } from 'node:fs'
    let run = 0
    for (const [id, { validate }] of Object.entries(modules)) {
      for (const { body, findings } of JSON.parse(readFileSync('vectors/' + id + '.json', 'utf8'))) {
        if (validate(body).length !== findings.length) throw new Error(id)
        run++
      }
    }
    try { new Function('') } catch { console.log(run) }
  `
  const output = execFileSync(
    process.execPath,
    ['--disallow-code-generation-from-strings', '--input-type=module', '-e', script],
    { cwd: fileURLToPath(generated), encoding: 'utf8' },
  )
  expect(Number(output)).toBeGreaterThan(1000)
})
