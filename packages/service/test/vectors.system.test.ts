import { readdirSync, readFileSync } from 'node:fs'
import { modelIds } from '@model-tasks/spec'
import { expect, test } from 'vitest'
import { ManualClock } from './support/manual-clock.js'
import { testService, type Answer } from './support/service.js'

interface Vector {
  id: string
  body: unknown
  valid: boolean
  findings: { rule: string; path: string; severity: string }[]
}

const folder = new URL('../../../generated/vectors/', import.meta.url)
const files = readdirSync(folder)

test('there are vectors of every model, and of bodies that name none', () => {
  expect(files).toHaveLength(modelIds.length + 1)
})

test('the HTTP API agrees with every vector when many arrive at once', async () => {
  // Vectors are of a day before every date that a model announces.
  const { submit, call } = await testService({}, { clock: new ManualClock(0) })
  const vectors = files.flatMap((file) =>
    (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Vector[]).map((vector) => ({ file, ...vector })),
  )
  const waiting = vectors.values()
  let accepted = 0
  const disagreements: unknown[] = []
  const caller = async (): Promise<void> => {
    for (const vector of waiting) {
      const answer = await submit(JSON.stringify(vector.body))
      if (answer.status === 200) accepted += 1
      const seen = outcome(answer)
      const wanted = expected(vector)
      if (JSON.stringify(seen) !== JSON.stringify(wanted))
        disagreements.push({ file: vector.file, vector: vector.id, seen, wanted })
    }
  }
  await Promise.all(Array.from({ length: 16 }, caller))
  expect(disagreements).toEqual([])
  expect(accepted).toBeGreaterThan(files.length)
  expect(await countTasks(call), 'a refused request never makes a task').toBe(accepted)
})

function outcome({ status, body }: Answer): unknown {
  if (status !== 400) return { status }
  return { status, findings: sorted(body.findings) }
}

/** What the HTTP API adds to a vector: an asset that was not uploaded is a finding of its own. */
function expected({ body, valid, findings }: Vector): unknown {
  const members: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  if (members['model'] === 'zeta-H3_933_1080p') return { status: 403 }
  const assets = Object.entries(members).flatMap(([parameter, value]) =>
    Array.isArray(value)
      ? value.flatMap((item, index) =>
          typeof item === 'string' && item.startsWith('assetId://') ? [`/${parameter}/${index}`] : [],
        )
      : [],
  )
  if (!valid) return { status: 400, findings: sorted(findings) }
  if (assets.length === 0) return { status: 200 }
  return {
    status: 400,
    findings: sorted([...findings, ...assets.map((path) => ({ rule: 'asset-unavailable', path, severity: 'error' }))]),
  }
}

function sorted(findings: Vector['findings']): unknown[] {
  return findings
    .map(({ rule, path, severity }) => ({ rule, path, severity }))
    .sort((a, b) => (`${a.rule} ${a.path}` < `${b.rule} ${b.path}` ? -1 : 1))
}

async function countTasks(call: (method: string, path: string) => Promise<Answer>): Promise<number> {
  let count = 0
  for (let after = ''; ;) {
    const { status, body, text } = await call('GET', `/tasks?limit=100&after=${after}`)
    expect(status, text).toBe(200)
    count += body.data.length
    if (!body.has_more) return count
    after = body.next
  }
}
