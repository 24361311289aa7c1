import { checkRequest } from '@model-tasks/validation'
import { checkRequestSync } from '@model-tasks/validation/all'
import { chinese } from '@model-tasks/validation/chinese'
import { describe, expect, test } from 'vitest'
import { catalogue, vectorsOf } from './bodies.js'

const brief = ({ rule, path, severity }: { rule: string; path: string; severity: string }, message: string): string =>
  `${severity} ${rule} ${path} ${message}`

/** Vectors are of a day before every date that a model announces. */
const now = 0

describe('every vector gets its findings, each with its message in both languages', () => {
  test.each(['request', ...catalogue.models.map(({ id }) => id)])('%s', async (id) => {
    const vectors = vectorsOf(id)
    expect(vectors.length).toBeGreaterThan(0)
    for (const vector of vectors) {
      const report = await checkRequest(vector.body, { now })
      for (const [language, { findings }] of [
        ['en', report],
        ['zh', checkRequestSync(vector.body, { now, language: chinese })],
      ] as const) {
        const expected = vector.findings.map((finding) => brief(finding, finding.message[language]))
        expect(findings.map((finding) => brief(finding, finding.message)).sort(), vector.id).toEqual(expected.sort())
      }
      expect(report.ok, vector.id).toBe(vector.valid)
      expect(checkRequestSync(vector.body, { now })).toEqual(report)
      for (const { message, rule } of report.findings)
        expect(message, `${vector.id} ${rule}`).toMatch(/^[^:]+: \S+ \S+/)
    }
  })
})
