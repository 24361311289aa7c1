import { checkRequest, formatFinding } from '@model-tasks/validation'
import { checkRequestSync } from '@model-tasks/validation/all'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogue } from './bodies.js'

/** `MODEL_TASKS_LONG=1` tries many more bodies. */
const rounds = process.env.MODEL_TASKS_LONG === '1' ? 50 : 1

const names = [...new Set(catalogue.models.flatMap(({ parameters }) => parameters.map(({ name }) => name)))]
const plausible = fc.oneof(
  fc.jsonValue(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom('720p', '720P', '16:9', '2K', 'https://example.com/a.png', 'assetId://a', ''),
  fc.array(fc.oneof(fc.webUrl(), fc.string(), fc.constant(null)), { maxLength: 12 }),
  fc.string({ unit: 'binary' }),
)
const body = fc
  .tuple(
    fc.oneof(fc.constantFrom(...catalogue.models.map(({ id }) => id)), fc.jsonValue()),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom(...names),
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.constantFrom('__proto__', 'toString', 'constructor'),
      ),
      plausible,
      { maxKeys: 10 },
    ),
  )
  .map(([model, rest]): unknown => ({ ...rest, model }))

test('any body gets a report: nothing throws, nothing changes, every finding has words', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: body }, { weight: 1, arbitrary: fc.jsonValue() }), (value) => {
      const before = JSON.stringify(value)
      const { ok, findings } = checkRequestSync(value)
      expect(JSON.stringify(value)).toBe(before)
      expect(ok).toBe(findings.every(({ severity }) => severity === 'advice'))
      expect(new Set(findings.map(({ rule, path, message }) => `${rule} ${path} ${message}`)).size).toBe(
        findings.length,
      )
      for (const finding of findings) {
        expect(finding.message.length).toBeLessThan(1000)
        expect(finding.message).toMatch(/: \S/)
        expect(formatFinding(finding)).not.toMatch(/undefined|\[object|\p{Cc}/u)
        expect(finding.source).not.toBe('')
      }
    }),
    { numRuns: 1000 * rounds },
  )
})

test('both entries agree', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      expect(await checkRequest(value)).toEqual(checkRequestSync(value))
    }),
    { numRuns: 100 * rounds },
  )
})

test('any body can be moved to any model', async () => {
  await fc.assert(
    fc.asyncProperty(body, fc.constantFrom(...catalogue.models.map(({ id }) => id)), async (value, as) => {
      const before = JSON.stringify(value)
      const { request, remaining } = await checkRequest(value, { as })
      expect(JSON.stringify(value)).toBe(before)
      expect(request?.model).toBe(as)
      expect(checkRequestSync(request).findings).toEqual(remaining)
    }),
    { numRuns: 200 * rounds },
  )
})
