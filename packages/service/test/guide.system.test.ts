import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blocksOf, freePorts, guidePlace, guideText, running, shell as runIn } from './support/guide.js'

const guide = (language: string): string => guideText('your-provider', language)

test('every command of the guide to your provider does what it says, against the fake', async () => {
  const [fakePort = 0, port = 0] = await freePorts(2)
  const text = guide('en').replaceAll('8790', String(fakePort))
  const [fake = '', configuration = '', check = '', serve = '', use = '', ...others] = blocksOf(text)
  expect(others).toEqual([])
  const place = guidePlace({ MODEL_TASKS_PORT: String(port) })
  const { cwd, env } = place
  const shell = (script: string): Promise<string> => runIn(script, place)
  await running(`${fake.trim()} ${fakePort} 0`, place)
  await shell(configuration)
  const checked = await shell(check)
  expect(checked).toContain('ark (ark): the key is accepted')
  expect(checked).toMatch(
    /sd_2\.0_discount as your-endpoint-id: not tested: .*; \d+ of \d+ test requests can be carried/,
  )
  const [exported = ''] = check.split('\n')
  for (const [, name = '', value] of exported.matchAll(/([A-Z_]+)=(\S+)/g)) env[name] = value
  await running(serve, place)
  await shell(use)
  expect(statSync(join(cwd, 'boat.mp4')).size).toBeGreaterThan(0)
  const id = /task_\w+/.exec(await shell('npx model-tasks list'))?.[0] ?? ''
  expect(await shell(`npx model-tasks get ${id} --debug 2>&1`)).toMatch(
    /server-timing: queue;dur=\d+, upstream;desc="ark: succeeded";dur=\d+/,
  )
})

test('the guide has the same commands and the same upstreams in both languages', () => {
  expect(blocksOf(guide('zh'))).toEqual(blocksOf(guide('en')))
  const targets = (text: string): string[] => [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, target = '']) => target)
  expect(targets(guide('zh'))).toEqual(targets(guide('en')))
})
