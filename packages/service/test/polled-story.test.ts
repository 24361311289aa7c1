/** What an upstream answered to polls stands in the story of the task, at the time at which it changed. */
import { expect, test } from 'vitest'
import { runCommand } from '../src/commands/administration/run.js'
import { defaultSettings } from '../src/settings/settings.js'
import { ended, relay, upstream } from './support/relay.js'
import { video } from './support/service.js'

const adminKey = 'an-admin-key-of-32-characters-00'

interface Step {
  at: string | number
  what: string
  detail?: string
}

test('each change of state and each tenth of progress that polls were answered is shown once, with its time', async () => {
  const behind = await upstream({
    script: [
      { status: 'queued' },
      { status: 'queued' },
      { status: 'processing', progress: 0.12 },
      { status: 'processing', progress: 0.17 },
      { status: 'processing', progress: 0.5 },
      { status: 'processing', progress: 0.5 },
      { status: 'completed' },
    ],
  })
  const before = await relay(behind, undefined, { adminKey })
  const { id } = (await before.call('POST', '/tasks', video)).body
  await before.when(id, ({ progress }) => progress === 0.5)
  await before.close()
  // The next process polls it from the beginning.
  const service = await relay(behind, before, { adminKey })
  await service.when(id, ended)
  const get = async (path: string): Promise<string> =>
    (await fetch(new URL(path, service.url), { headers: { authorization: `Bearer ${adminKey}` } })).text()
  const { data } = JSON.parse(await get(`/admin/tasks/${id}/story`)) as { data: Step[] }
  const polled = data.filter(({ what }) => what.startsWith('Polled'))
  expect(polled.map(({ what, detail }) => [what, detail])).toEqual([
    ['Polled: “queued”', undefined],
    ['Polled: “processing”', '12 %'],
    ['Polled: “processing”', '50 %'],
    ['Polled last: “completed”', undefined],
  ])
  const times = polled.map(({ at }) => new Date(at).getTime())
  expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? Infinity))).toBe(true)
  const order = data.map(({ what }) => what)
  expect(order.indexOf('Taken by default')).toBeLessThan(order.indexOf('Polled: “queued”'))
  await service.close()
  const lines: string[] = []
  await runCommand(['queue', 'show', id], { ...defaultSettings, dataDirectory: service.folder }, (line) =>
    lines.push(line),
  )
  expect(lines.slice(1).map((line) => line.replace(/^ +\S+ +/, ''))).toEqual([
    'default answered queued',
    'default answered processing, 12 %',
    'default answered processing, 50 %',
  ])
})
