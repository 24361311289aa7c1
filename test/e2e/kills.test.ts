import { expect, test } from 'vitest'
import { dataFolder, startProcess, type ServiceProcess } from './support/service-process.js'

/** 20 in the ordinary run; MODEL_TASKS_KILLS=1000 for the long one. */
const kills = Number(process.env['MODEL_TASKS_KILLS'] ?? 20)
const submitters = 8

/** Submits as fast as it can until the connection breaks. Adds each id that was acknowledged. */
async function submitUntilDead({ baseUrl, apiKey }: ServiceProcess, acknowledged: Set<string>): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(`${baseUrl}/v2/model-center/tasks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'beta-5.0', prompt: '[[delay: 600s]] [[fail: never]]' }),
      })
      const task = await response.json() as { id: string }
      if (response.status === 200) acknowledged.add(task.id)
    } catch {
      return
    }
  }
}

/** All ids the service still knows. */
async function listAll({ baseUrl, apiKey }: ServiceProcess): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let after = ''; ;) {
    const response = await fetch(`${baseUrl}/v2/model-center/tasks?limit=100&after=${after}`, { headers: { authorization: `Bearer ${apiKey}` } })
    const page = await response.json() as { data: { id: string, status: string }[], has_more: boolean, next: string }
    for (const task of page.data) ids.add(task.id)
    if (!page.has_more) return ids
    after = page.next
  }
}

test(`no acknowledged task is lost in ${kills} kills`, async () => {
  const data = dataFolder()
  const acknowledged = new Set<string>()
  let enough = 10
  for (let kill = 0; kill < kills; kill += 1) {
    const service = await startProcess(data)
    const before = acknowledged.size
    const submitting = Array.from({ length: submitters }, () => submitUntilDead(service, acknowledged))
    // Killed as soon as a varying number has been acknowledged, so that each kill falls into the middle of submits.
    while (acknowledged.size < before + enough) await new Promise((resolve) => { setImmediate(resolve) })
    await service.end('SIGKILL')
    await Promise.all(submitting)
    enough = 1 + (enough * 7) % 31
  }
  const survivor = await startProcess(data)
  const kept = await listAll(survivor)
  expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([])
  expect(acknowledged.size).toBeGreaterThanOrEqual(kills)
  await survivor.end('SIGKILL')
}, 30_000 + kills * 2000)
