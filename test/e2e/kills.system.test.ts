import { expect, test } from 'vitest'
import { dataFolder, startProcess, type ServiceProcess } from './support/service-process.js'

/** 6 in the ordinary run, 1,000 in the long one, or as many as MODEL_TASKS_KILLS says. */
const kills = Number(process.env['MODEL_TASKS_KILLS'] ?? (process.env['MODEL_TASKS_LONG'] === '1' ? 1000 : 6))
const submitters = 8

/** Submits as fast as it can until the connection breaks. Tells each id that was acknowledged. */
async function submitUntilDead({ baseUrl, apiKey }: ServiceProcess, acknowledge: (id: string) => void): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(`${baseUrl}/v2/model-center/tasks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'beta-5.0', prompt: '[[delay: 600s]] [[fail: never]]' }),
      })
      const task = (await response.json()) as { id: string }
      if (response.status === 200) acknowledge(task.id)
    } catch {
      return
    }
  }
}

/** All ids the service still knows. */
async function listAll({ baseUrl, apiKey }: ServiceProcess): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let after = ''; ;) {
    const response = await fetch(`${baseUrl}/v2/model-center/tasks?limit=100&after=${after}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    })
    const page = (await response.json()) as { data: { id: string; status: string }[]; has_more: boolean; next: string }
    for (const task of page.data) ids.add(task.id)
    if (!page.has_more) return ids
    after = page.next
  }
}

test(
  `no acknowledged task is lost in ${kills} kills`,
  async () => {
    const data = dataFolder()
    const acknowledged = new Set<string>()
    let enough = 10
    for (let kill = 0; kill < kills; kill += 1) {
      const service = await startProcess(data)
      const last = acknowledged.size + enough
      // Killed as soon as a varying number has been acknowledged, so that each kill falls into the middle of submits.
      const acknowledge = (id: string): void => {
        if (acknowledged.add(id).size === last) service.process.kill('SIGKILL')
      }
      await Promise.all(Array.from({ length: submitters }, () => submitUntilDead(service, acknowledge)))
      await service.end('SIGKILL')
      enough = 1 + ((enough * 7) % 31)
    }
    const survivor = await startProcess(data)
    const kept = await listAll(survivor)
    expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([])
    expect(acknowledged.size).toBeGreaterThanOrEqual(kills)
    await survivor.end('SIGKILL')
  },
  300_000 + kills * 10_000,
)
