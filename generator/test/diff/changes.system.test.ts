import { expect, test } from 'vitest'
import { loadChecks } from '../../dist/load/checks.js'
import { createJudges } from '../../diff/behaviour/judge.js'
import { proveDiff } from '../../diff/index.js'
import { provenRules } from '../../diff/proof.js'
import { neededStep } from '../../diff/version.js'
import { edited } from './catalogue.js'
import { changes } from './changes.js'

const parts = { checks: await loadChecks(), today: '2026-07-01' }
const before = edited()

test('there are at least sixty', () => {
  expect(changes.length).toBeGreaterThanOrEqual(60)
})

test.each(changes)('%s', (_title, file, edit, step, rule, witness) => {
  const after = edited(file, edit)
  const events = proveDiff(before, after, parts)
  expect(neededStep(events), JSON.stringify(events, null, 1)).toBe(step)
  const found = events.map((event) => event.rule)
  if (rule === undefined) expect(events).toEqual([])
  else expect(found).toContain(rule)
  // The rules account for every request, file and answer that is not as it was.
  for (const unexplained of provenRules) expect(found).not.toContain(unexplained.id)
  const proofs = events.flatMap((event) => event.witness ?? [])
  const kinds = proofs.map((proof) => ('body' in proof ? 'request' : 'file' in proof ? 'file' : 'answer'))
  if (witness !== undefined) expect(kinds[0]).toBe(witness)
  // What is called major by a request, a file or an answer is shown by one, and what is called minor by what passes now.
  if (step === 'minor') for (const proof of proofs) expect(['accepted', 'listed']).toContain(proof.now)
  // A witness is what it says: it passes one validator and fails the other.
  for (const proof of proofs) {
    if (!('body' in proof)) continue
    const { body, now, asOf: today = parts.today } = proof
    const [passedBefore, passesNow] = [before, after].map((catalogue) => {
      const model = catalogue.models.find(({ id }) => id === body.model)
      const judging = now === 'advised' || now === 'listed' ? { ...parts, advice: proof.rule } : parts
      return model !== undefined && createJudges(catalogue, { ...judging, today })(model)(body).length === 0
    })
    expect([passedBefore, passesNow]).toEqual(now === 'rejected' || now === 'advised' ? [true, false] : [false, true])
  }
})
