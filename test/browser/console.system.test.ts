import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqlite } from '../../packages/service/src/keep/store/sqlite/database.js'
import type { RunningService } from '../../packages/service/src/compose/running-service.js'
import { startService } from '../../packages/service/src/compose/start.js'
import { image, video } from '../../packages/service/test/support/service.js'
import { StubProvider } from '../../packages/service/test/support/stub-provider.js'
import { consoleFaults } from './console-faults.js'
import { launchBrowser } from './launch.js'

const adminKey = 'the-key-of-the-console-in-tests'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

let service: RunningService
let browser: Browser
let page: Page
const provider = Object.assign(new StubProvider(), { instant: false, concurrency: 2 })
const folder = mkdtempSync(join(tmpdir(), 'model-tasks-console-'))
const ids: string[] = []
const faults: string[] = []

async function api(path: string, options: { method?: string; body?: unknown; key?: string } = {}): Promise<Response> {
  return fetch(`${service.url}${path}`, {
    method: options.method ?? 'GET',
    headers: {
      authorization: `Bearer ${options.key ?? adminKey}`,
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
}

beforeAll(async () => {
  service = await startService(
    {
      ...{ port: 0, dataDirectory: folder, siteDirectory: '/nowhere', adminKey, shutdownTimeout: 0 },
      // Nothing listens there, so that events wait.
      webhooks: [
        {
          name: 'orders',
          url: 'http://127.0.0.1:65321/',
          secret: Buffer.alloc(32, 's'),
          events: ['task.completed', 'task.failed'],
          accounts: undefined,
        },
      ],
    },
    { provider },
  )
  const key = service.newKey ?? ''
  const submit = async (body: unknown): Promise<string> => {
    const answer = await api('/api/v2/model-center/tasks', { method: 'POST', body, key })
    const { id } = (await answer.json()) as { id: string }
    ids.push(id)
    return id
  }
  for (const body of [
    { ...image, prompt: '<script>alert(1)</script> a "paper" boat & <b>more</b>' },
    image,
    video,
    video,
  ])
    await submit(body)
  await (await provider.job(0)).complete(png)
  ;(await provider.job(1)).fail('the prompt was rejected by <the upstream>')
  ;(await provider.job(2)).follow.onProgress(0.4)
  await provider.job(3)
  // Both places of the provider are taken: the last task waits.
  const dead = await submit(video)
  const database = await openSqlite(join(folder, 'tasks.db'))
  const { changes } = database
    .prepare(
      `UPDATE task SET stage = 'dead', lease_owner = NULL, dead_since = ?, dead_reason = 'the bucket is gone', faults = 20 WHERE id = ? AND stage = 'waiting'`,
    )
    .run(Date.now(), dead)
  database.close()
  expect(Number(changes)).toBe(1)
  browser = await launchBrowser()
  page = await browser.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 40')) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:'))
      faults.push(`asked ${request.url()}`)
  })
})

afterAll(async () => {
  await browser.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
  expect(faults, 'nothing breaks the policy, and nothing is asked of another host').toEqual([])
})

test('no visitor gets in without the key, nor by the cookie of another one', async () => {
  for (const path of ['/console', '/console/tasks', `/console/tasks/${ids[0]}`, '/console/accounts'])
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(`${service.url}${path}`, { method, redirect: 'manual' })).status, path).toBe(401)
  const forged = `model_tasks_console=${Date.now() + 1e6}.${'A'.repeat(43)}`
  expect((await fetch(`${service.url}/console`, { headers: { cookie: forged } })).status).toBe(401)
  const revoke = await fetch(`${service.url}/console/keys/key_1/revoke`, { method: 'POST', redirect: 'manual' })
  expect([revoke.status, revoke.headers.get('location')]).toEqual([303, '/console'])
  await page.goto(`${service.url}/console`)
  await page.getByLabel('Admin key').fill('not the key')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('This is not the admin key').waitFor()
  await page.getByLabel('Admin key').fill(adminKey)
  await page.getByLabel('Your name').fill('Ada <of the night>')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  const [cookie] = await page.context().cookies()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/console' })
  const session = `${cookie?.name}=${cookie?.value}`
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }])
    expect(
      (
        await fetch(`${service.url}/console/accounts/local/disable`, {
          method: 'POST',
          headers: { cookie: session, ...headers },
        })
      ).status,
    ).toBe(400)
  expect((await fetch(`${service.url}/console`, { headers: { cookie: session } })).status).toBe(200)
})

test('the overview shows what runs, waits and was set aside, and renews itself', async () => {
  await page.clock.install()
  await page.goto(`${service.url}/console`)
  const figure = async (name: string) =>
    (await page.locator('.figures div', { hasText: name }).locator('dd').innerText()).trim()
  expect([await figure('Running'), await figure('Dead letters')]).toEqual(['2', '1'])
  expect(await page.getByRole('region', { name: 'Upstreams' }).innerText()).toContain('working')
  expect(await page.locator('.chart figcaption').innerText()).toContain('1 credit in 14 days')
  await (await provider.job(2)).complete('not a real video', 5)
  await page.clock.runFor(5000)
  await expect.poll(() => figure('Running')).toBe('1')
  await page.clock.resume()
})

test('what is pressed as new figures arrive is not replaced under the pointer', async () => {
  await page.clock.install()
  await page.goto(`${service.url}/console/tasks`)
  let answer: () => Promise<void> = async () => undefined
  const asked = new Promise<void>((resolve) => {
    void page.route(`${service.url}/console/tasks`, async (route) => {
      const response = await route.fetch()
      answer = () => route.fulfill({ response })
      resolve()
    })
  })
  await page.clock.runFor(5000)
  await asked
  const box = await page.getByRole('link', { name: ids[0] ?? '' }).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
  await page.mouse.down()
  const arrived = page.waitForResponse(`${service.url}/console/tasks`).then((response) => response.finished())
  await answer()
  await arrived
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))))
  await page.mouse.up()
  await page.waitForURL(`**/console/tasks/${ids[0]}`)
  await page.unroute(`${service.url}/console/tasks`)
  await page.clock.resume()
})

test('a result is shown in place, a prompt is never markup, and what is told again is due at once', async () => {
  await page.goto(`${service.url}/console/tasks`)
  await page.getByRole('link', { name: ids[0] ?? '' }).click()
  const shown = page.locator('img.result')
  await expect.poll(() => shown.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(1)
  expect(await page.locator('pre').innerText()).toContain('<script>alert(1)</script>')
  await page.getByRole('button', { name: 'Tell orders again' }).click()
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByRole('row', { name: ids[0] ?? '' }).innerText()
    })
    .toContain('ECONNREFUSED')
  await page.goto(`${service.url}/console/tasks/${ids[2]}`)
  const media = await page.locator('video.result').getAttribute('src')
  const file = await fetch(`${service.url}${media}`, { headers: { range: 'bytes=0-2' } })
  expect([file.status, file.headers.get('content-type'), await file.text()]).toEqual([206, 'video/mp4', 'not'])
  await page.goto(`${service.url}/console/tasks/${ids[1]}`)
  expect(await page.locator('.facts').innerText()).toContain('rejected by <the upstream>')
})

test('axe finds nothing at three widths in either theme, and nothing is wider than the screen', async () => {
  const found: string[] = []
  for (const path of [
    '',
    '/tasks',
    `/tasks/${ids[0]}`,
    `/tasks/${ids[3]}/decide/adopt`,
    '/dead-letters',
    '/accounts',
    '/record',
  ]) {
    for (const [width, colorScheme] of [
      [390, 'light'],
      [820, 'dark'],
      [1440, 'light'],
    ] as const) {
      const at = { path: `/console${path}`, width, colorScheme }
      found.push(...(await consoleFaults(page, service.url, at)))
    }
  }
  expect(found).toEqual([])
})

test('a decision says what it costs before it is confirmed, and the record who made it', async () => {
  const running = ids[3] ?? ''
  await page.goto(`${service.url}/console/tasks/${running}`)
  const story = page.locator('.story')
  expect(await story.innerText()).toMatch(/Submitted/)
  await page.getByRole('link', { name: 'Fail and give credits back…' }).press('Enter')
  expect(await page.locator('.cost').innerText()).toContain('are given back')
  await page.getByRole('link', { name: 'Do nothing' }).press('Enter')
  await page.getByRole('link', { name: 'Fail and give credits back…' }).press('Enter')
  await page.getByRole('button', { name: 'Fail and give credits back' }).press('Enter')
  await page.getByText('Failed: operator').waitFor()
  expect(await story.innerText()).toContain('Fail and give credits back by Ada <of the night>')
  expect(await page.getByRole('link', { name: 'Adopt a result…' }).count(), 'an ended task stays as it is').toBe(0)
  await page.goto(`${service.url}/console`)
  await page.getByRole('link', { name: /^Pause/ }).press('Enter')
  await page.getByLabel('Why').fill('the bill')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${service.url}/console`)
  const upstreams = page.getByRole('region', { name: 'Upstreams' })
  await expect
    .poll(async () => {
      await page.goto(`${service.url}/console`)
      return upstreams.innerText()
    })
    .toContain('Ada <of the night> holds it back')
  const key = (JSON.parse(readFileSync(join(folder, 'local-credentials.json'), 'utf8')) as { apiKey: string }).apiKey
  const before = provider.jobs.length
  const waiting = (await (await api('/api/v2/model-center/tasks', { method: 'POST', body: image, key })).json()) as {
    id: string
  }
  ids.push(waiting.id)
  await page.getByRole('button', { name: /^Resume/ }).press('Enter')
  await provider.job(before)
  await page.goto(`${service.url}/console/record`)
  const record = await page.getByRole('region', { name: 'Record' }).innerText()
  for (const words of ['Pause', 'the bill', 'Resume', 'Fail and give credits back']) expect(record).toContain(words)
  const listed = (await (await api('/admin/record')).json()) as { data: unknown[] }
  expect(listed.data[0]).toMatchObject({ who: 'Ada <of the night>', action: 'Resume' })
  expect((await api(`/admin/tasks/${running}/adopt`, { method: 'POST', body: { reference: 'x' } })).status).toBe(400)
})

test('a dead letter is retried, an account disabled and a key revoked', async () => {
  await page.goto(`${service.url}/console/dead-letters`)
  await page.getByRole('button', { name: /^Retry task_/ }).click()
  await page.getByText('No task is set aside.').waitFor()
  await page.goto(`${service.url}/console/accounts`)
  await page.getByRole('button', { name: 'Disable local' }).click()
  await page.getByRole('button', { name: 'Enable local' }).click()
  await page.getByRole('button', { name: 'Disable local' }).waitFor()
  page.once('dialog', (dialog) => void dialog.dismiss())
  await page.getByRole('button', { name: /^Revoke key_/ }).click()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: /^Revoke key_/ }).click()
  await page.getByRole('cell', { name: 'revoked' }).waitFor()
})

test('accounts, keys and the tasks of an account are found however many there are', async () => {
  const database = await openSqlite(join(folder, 'tasks.db'))
  database.exec(
    `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 450)
      INSERT INTO account (id, name, unlimited, created) SELECT 'many_' || n, 'One of many', 1, 9e15 + n FROM n;
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 450)
      INSERT INTO api_key (hash, id, account, created) SELECT 'hash ' || n, 'key_many_' || n, 'many_7', 9e15 + n FROM n`,
  )
  database.close()
  const rows = (name: string) => page.getByRole('region', { name }).getByRole('row')
  await page.goto(`${service.url}/console/accounts`)
  expect(await rows('Accounts').count()).toBe(201)
  expect(await page.getByRole('link', { name: 'First accounts' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Next accounts' }).click()
  await page.getByRole('link', { name: 'Next keys' }).click()
  await page.getByRole('link', { name: 'many_398', exact: true }).waitFor()
  // A row is there before the rest of its page is.
  await expect.poll(async () => [await rows('Accounts').count(), await rows('Keys').count()]).toEqual([201, 201])
  await page.getByRole('link', { name: 'Next accounts' }).click()
  await page.getByRole('link', { name: 'many_450', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Next accounts' }).count()).toBe(0)
  await page.getByRole('link', { name: 'First accounts' }).click()
  await page.getByLabel('Account', { exact: true }).fill('many_7')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect.poll(async () => [await rows('Accounts').count(), await rows('Keys').count()]).toEqual([2, 201])
  await page.getByRole('link', { name: 'Next keys' }).click()
  await page.getByRole('link', { name: 'Next keys' }).click()
  await expect.poll(async () => [await rows('Accounts').count(), await rows('Keys').count()]).toEqual([2, 51])
  await page.getByRole('button', { name: 'Disable many_7' }).click()
  await page.getByRole('button', { name: 'Enable many_7' }).waitFor()
  await page.goto(`${service.url}/console/accounts?account=unknown`)
  await page.getByText('There is no account unknown.').waitFor()
  await page.goto(`${service.url}/console/tasks`)
  await page.getByLabel('Account').fill('local')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect.poll(() => rows('Tasks').count()).toBe(ids.length + 1)
  await page.getByLabel('Account').fill('none of these')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('No account has this ID').waitFor()
})

test('figures count all tasks, and any of them is found by what somebody calls it, however many there are', async () => {
  const now = Date.now()
  const seeded = await openSqlite(join(folder, 'tasks.db'))
  // More than any page shows, and newer than nothing: what was submitted by hand stays the latest.
  seeded.exec(
    `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 700)
      INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, submission, submission_reference, ended, error, error_class, not_before)
      SELECT 'task_0' || printf('%025d', n), 'many_7', 'epsilonO3', 'video', '{}', CASE WHEN n % 2 THEN 'failed' ELSE 'completed' END,
        ${now} - 90000, 0, 'gone', 'ended', 'accepted', 'cgt-' || n, ${now} - CASE WHEN n <= 100 THEN 60000 ELSE 7200000 END,
        CASE WHEN n % 2 THEN 'content rules' END, CASE WHEN n % 2 THEN 'upstream' END, 0 FROM n;
    INSERT INTO idempotency (account, key, body_hash, task, created) VALUES ('many_7', 'order/77', 'x', 'task_0' || printf('%025d', 77), ${now})`,
  )
  seeded.close()
  const figure = async (name: string) =>
    Number(await page.locator('.figures div', { hasText: name }).locator('dd').innerText())
  // What is shown is at most five seconds old.
  await expect
    .poll(
      async () => {
        await page.goto(`${service.url}/console`)
        return [await figure('Failed in the last hour'), await figure('Failed in the last day')]
      },
      { interval: 500 },
    )
    .toEqual([52, 352])
  await page
    .getByRole('region', { name: 'Failures of the last day' })
    .getByRole('row', { name: 'gone' })
    .getByRole('link')
    .click()
  await page.getByRole('link', { name: 'Older' }).click()
  const rows = page.getByRole('region', { name: 'Tasks' }).getByRole('row')
  const shown = async () => [await rows.count(), await rows.nth(1).innerText()]
  await expect.poll(shown).toEqual([101, expect.stringContaining('One of many')])
  for (let turn = 0; turn < 2; turn += 1) await page.getByRole('link', { name: 'Older' }).click()
  await expect
    .poll(async () => [await rows.count(), await page.getByRole('link', { name: 'Older' }).count()])
    .toEqual([51, 0])
  const find = async (words: string) => {
    await page.goto(`${service.url}/console/tasks`)
    await page.getByLabel('Find').fill(words)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname.includes('/task_') || url.search !== '')
  }
  for (const words of ['cgt-77', 'order/77']) {
    await find(words)
    await expect.poll(shown, { message: words }).toEqual([2, expect.stringContaining('000077')])
  }
  await find(ids[0] ?? '')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(ids[0])
  await find('of MANY')
  await expect.poll(() => page.getByRole('link', { name: 'Tasks of One of many' }).count()).toBe(50)
  await find('no such thing')
  await page.getByText('Nothing is called “no such thing”').waitFor()
  const listed = (await (await api('/admin/tasks?queue=gone&status=failed&limit=3')).json()) as { data: unknown[] }
  expect(listed.data).toMatchObject(
    [699, 697, 695].map((n) => ({
      upstream_reference: `cgt-${n}`,
      account_name: 'One of many',
      error_class: 'upstream',
    })),
  )
  for (const query of ['status=gone', 'error=x', 'since=yesterday', 'after=x', 'q=a&q=b'])
    expect((await api(`/admin/tasks?${query}`)).status, query).toBe(400)
})
