import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

interface Coverage {
  requests: number
  mapped: number
  rejected: number
  reasons: Record<string, number>
  identical: number
}
const coverage = JSON.parse(
  await readFile(new URL('../../../generated/upstreams/coverage.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, Coverage>>
const all = Object.entries(coverage).flatMap(([protocol, models]) =>
  Object.entries(models).map(([model, one]): [string, string, Coverage] => [protocol, model, one]),
)

test.each(all)('%s, %s: every valid request maps or is rejected with a reason', (_protocol, _model, one) => {
  expect(one.mapped + one.rejected).toBe(one.requests)
  expect(one.requests).toBeGreaterThan(0)
  if (one.rejected > 0) expect(Object.keys(one.reasons).length).toBeGreaterThan(0)
})

test.each(all)('%s, %s: every mapped request comes back when it is read backwards', (_protocol, _model, one) => {
  expect(one.identical).toBe(one.mapped)
})
