import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blocksOf, freePorts, guidePlace, guideText, running, shell } from './support/guide.js'

test('every command of the guide to a gateway does what it says', async () => {
  const ports = await freePorts(4)
  const text = ['8790', '8791', '8792', '8787'].reduce(
    (changed, port, index) => changed.replaceAll(port, String(ports[index])),
    guideText('gateway', 'en'),
  )
  const [
    ark = '',
    fal = '',
    receiver = '',
    configuration = '',
    serve = '',
    account = '',
    stopped = '',
    over = '',
    ...others
  ] = blocksOf(text)
  expect(others).toEqual([])
  const place = guidePlace({ MODEL_TASKS_PORT: String(ports[3]) })
  const { env, cwd } = place
  const first = await running(ark, place)
  await running(fal, place)
  const told = await running(receiver, place)
  // The exports of one block hold for the next one in its terminal.
  const configured = await shell(`${configuration}\nenv`, place)
  expect(configured).toContain('ark (ark): the key is accepted')
  for (const name of ['MODEL_TASKS_PROVIDER', 'MODEL_TASKS_CONFIG', 'ARK_API_KEY', 'FAL_KEY', 'OPS_WEBHOOK_SECRET'])
    env[name] = new RegExp(`^${name}=(.*)$`, 'm').exec(configured)?.[1] ?? ''
  const service = await running(serve, place)
  const opened = await shell(`${account}\necho "account=$account"\nenv`, place)
  for (const name of ['account', 'MODEL_TASKS_BASE_URL', 'MODEL_TASKS_API_KEY'])
    env[name] = new RegExp(`^${name}=(.*)$`, 'm').exec(opened)?.[1] ?? ''
  expect(statSync(join(cwd, 'dusk.mp4')).size).toBeGreaterThan(0)

  first.child.kill('SIGINT')
  await once(first.child, 'close')
  expect(await shell(stopped, place)).toMatch(/task_\w+ {2}completed {2}queue fal/)
  expect(service.output()).toContain('an upstream is paused')
  await expect.poll(told.output, { timeout: 240_000 }).toContain('"type":"budget.reached"')

  const rejected = await shell(`(${over.split('\n')[0]}) 2>&1\n${over.split('\n')[1]}`, place)
  expect(rejected).toContain('402')
  expect(rejected).toMatch(/exit \d+/)
  expect(rejected).toMatch(new RegExp(`^${env['account']} {2}day \\S+ {2}10 of 12`, 'm'))
})

test('the guide to a gateway has the same commands in both languages', () => {
  expect(blocksOf(guideText('gateway', 'zh'))).toEqual(blocksOf(guideText('gateway', 'en')))
})
