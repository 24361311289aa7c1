import { checkRequest } from '@model-tasks/validation'
import { checkRequestSync } from '@model-tasks/validation/all'
import { describe, expect, test } from 'vitest'
import { catalogue, vectorsOf } from './bodies.js'

const brief = ({ rule, path, severity }: { rule: string; path: string; severity: string }): string =>
  `${severity} ${rule} ${path}`

/** Vectors are of a day before every date that a model announces. */
const now = 0

describe('every vector gets its findings, with a message each', () => {
  test.each(catalogue.models.map(({ id }) => id))('%s', async (id) => {
    const vectors = vectorsOf(id)
    expect(vectors.length).toBeGreaterThan(0)
    for (const vector of vectors) {
      const report = await checkRequest(vector.body, { now })
      expect(report.findings.map(brief).sort(), vector.id).toEqual(vector.findings.map(brief).sort())
      expect(report.ok, vector.id).toBe(vector.valid)
      expect(checkRequestSync(vector.body, { now })).toEqual(report)
      for (const { message, rule } of report.findings)
        expect(message, `${vector.id} ${rule}`).toMatch(/^[^:]+: \S+ \S+/)
    }
  })
})
