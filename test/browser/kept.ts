import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { checked, newPage, openPlayground, sharedSite, type SiteUnderTest } from './site-harness.js'
import { pixel } from './task-answers.js'

/** What the playground keeps through faults of the page, the tab, the browser's storage and the service. */

let site: SiteUnderTest
beforeAll(async () => {
  site = await sharedSite()
})

const task = { id: 'task_1', object: 'image', created: 1, model: 'beta-5.0', error: null }
const capabilities = {
  object: 'capabilities',
  version: '1',
  extensions: ['polling'],
  polling: { minimumSeconds: 0.25 },
}

/** A service with one task, which does what `answers` says of it. */
const oneTask = (): { posts: number; answers: 'processing' | 'completed' | 'nothing' } => {
  const service: { posts: number; answers: 'processing' | 'completed' | 'nothing' } = {
    posts: 0,
    answers: 'processing',
  }
  site.api = (path, _, method) => {
    if (path.endsWith('/capabilities')) return { status: 200, json: capabilities }
    if (method === 'POST') {
      service.posts += 1
      return { status: 200, json: { ...task, status: 'queued' } }
    }
    if (service.answers === 'nothing') return { status: 0, json: null }
    return {
      status: 200,
      json:
        service.answers === 'processing'
          ? { ...task, status: 'processing' }
          : { ...task, status: 'completed', result_url: pixel, image_url: pixel },
    }
  }
  return service
}

const open = (page: Page): Promise<void> => openPlayground(page, 'models/beta-5.0/')

const withKey = async (page: Page): Promise<void> => {
  await page.addInitScript(() => sessionStorage.setItem('api-key', 'secret'))
  await open(page)
}

const promptOf = (page: Page): Promise<string> => page.locator('[id="f-prompt"]').inputValue()

test('a request that is half filled in survives a reload, the other language, the way back and a file that misses its field; Reset forgets it', async () => {
  const page = await newPage()
  await open(page)
  const example = await promptOf(page)
  await page.locator('[id="f-prompt"]').fill('A boat that stays')
  await page.reload()
  await checked(page)
  expect(await promptOf(page)).toBe('A boat that stays')
  await page.getByRole('link', { name: '中文' }).click()
  await page.waitForURL(`${site.url}zh/models/beta-5.0/`)
  await checked(page)
  expect(await promptOf(page)).toBe('A boat that stays')
  await page.goBack()
  await checked(page)
  expect(await promptOf(page)).toBe('A boat that stays')
  const stopped = await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['hello'], 'notes.txt', { type: 'text/plain' }))
    return !document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  expect(stopped, 'the browser does not open the file').toBe(true)
  // A link with another request is what its reader asked for.
  await page.goto('about:blank')
  await page.goto(`${site.url}models/beta-5.0/#request=${encodeURIComponent('{"prompt":"Shared"}')}`)
  await checked(page)
  expect(await promptOf(page)).toBe('Shared')
  await page.getByRole('button', { name: 'Reset' }).click()
  expect(await promptOf(page)).toBe(example)
  await page.context().close()
})

test('Enter in a field of the form buys nothing, and a second click while the first is at work buys nothing more', async () => {
  const page = await newPage()
  const service = oneTask()
  await withKey(page)
  await page.evaluate(() => {
    Object.assign(globalThis, { submits: 0 })
    document.addEventListener('submit', () => Object.assign(globalThis, { submits: 1 }), { capture: true })
  })
  await page.locator('[id="f-size"]').press('Enter')
  await page.locator('.connection summary').click()
  await page.locator('[data-api-key]').fill('another')
  await page.locator('[data-api-key]').press('Enter')
  expect(await page.evaluate(() => sessionStorage.getItem('api-key'))).toBe('another')
  expect(await page.evaluate(() => (globalThis as unknown as { submits: number }).submits)).toBe(0)
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('[data-playground]')
    form?.requestSubmit()
    form?.requestSubmit()
  })
  await expect.poll(() => page.locator('.task-state').textContent()).toBe('processing')
  expect(service.posts).toBe(1)
  await page.context().close()
})

test('two tabs show one task: what one is sending the other does not call lost, and follows to its end; a running task is deleted only when its reader says so twice', async () => {
  const context = await site.browser.newContext({ serviceWorkers: 'block' })
  const service = oneTask()
  const first = await context.newPage()
  let send = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    void first.route('**/tasks', async (route) => {
      resolve()
      await new Promise<void>((go) => {
        send = go
      })
      await route.continue()
    })
  })
  await withKey(first)
  await first.locator('[data-send]').click()
  await asked
  const second = await context.newPage()
  await withKey(second)
  await second.locator('.task').waitFor()
  expect(await second.locator('.task-state').textContent()).toBe('sending')
  send()
  for (const page of [first, second])
    await expect.poll(() => page.locator('.task-state').textContent()).toBe('processing')
  await first.getByRole('button', { name: 'Stop waiting' }).click()
  first.once('dialog', (dialog) => void dialog.dismiss())
  await first.getByRole('button', { name: 'Delete', exact: true }).click()
  expect(await first.locator('.task').count()).toBe(1)
  service.answers = 'completed'
  for (const page of [second, first]) await page.locator('.task img').waitFor()
  expect(service.posts).toBe(1)
  await second.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => first.locator('.task').count()).toBe(0)
  await context.close()
})

test('a task is followed where the storage of the browser is full, and while its service does not answer', async () => {
  const page = await newPage()
  const service = oneTask()
  await withKey(page)
  await page.evaluate(() => {
    for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2))
      for (let count = 0; count < 3; count += 1)
        try {
          localStorage.setItem(`filler-${size}-${count}`, 'x'.repeat(size))
        } catch {
          break
        }
  })
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('.task-state').textContent()).toBe('processing')
  expect(await page.locator('.task .note').textContent()).toContain('note the task ID')
  service.answers = 'nothing'
  await expect.poll(() => page.locator('.task .note').textContent()).toContain('has not answered')
  expect(await page.locator('.task-id').textContent()).toBe('task_1')
  service.answers = 'completed'
  await page.locator('.task img').waitFor()
  expect(service.posts).toBe(1)
  await page.context().close()
})

test('a submit that is sent again and rejected is still one whose outcome is unknown, under the same key', async () => {
  const page = await newPage()
  const keys: string[] = []
  const answers = [
    { status: 0, json: null },
    { status: 401, json: { type: 'about:blank', title: 'Invalid or revoked API key', status: 401 } },
    { status: 200, json: { ...task, status: 'queued' } },
  ]
  site.api = (path, _, method) => {
    if (path.endsWith('/capabilities'))
      return { status: 200, json: { ...capabilities, extensions: ['polling', 'idempotency'] } }
    return method === 'POST' ? answers.shift() : { status: 200, json: { ...task, status: 'processing' } }
  }
  page.on('request', (request) => {
    if (request.method() === 'POST') keys.push(request.headers()['idempotency-key'] ?? '')
  })
  await withKey(page)
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('.task-state').textContent()).toBe('outcome unknown')
  await page.getByRole('button', { name: 'Send again with the same key' }).click()
  await expect.poll(() => page.locator('[data-api-key-error]').textContent()).toContain('rejects this key')
  expect(await page.locator('.task-state').textContent()).toBe('outcome unknown')
  await page.reload()
  await page.getByRole('button', { name: 'Send again with the same key' }).click()
  await expect.poll(() => page.locator('.task-state').textContent()).toBe('processing')
  expect([keys.length, new Set(keys).size]).toEqual([3, 1])
  await page.context().close()
})

test('while a file is on its way into the request, nothing is sent without it', async () => {
  const page = await newPage()
  const bodies: string[] = []
  let upload = (): void => undefined
  const going = new Promise<void>((go) => {
    upload = go
  })
  site.api = (path, body, method) => {
    if (path.endsWith('/capabilities'))
      return { status: 200, json: { ...capabilities, extensions: ['polling', 'assets'] } }
    if (path.endsWith('/assets')) return { status: 200, json: { id: 'asset_1', object: 'asset', status: 'approved' } }
    if (method === 'POST') bodies.push(body)
    return { status: 200, json: { ...task, model: 'sd_2.0_discount', status: 'processing' } }
  }
  await page.route('**/assets', async (route) => {
    await going
    await route.continue()
  })
  await page.addInitScript(() => sessionStorage.setItem('api-key', 'secret'))
  await page.goto(`${site.url}models/sd_2.0_discount/`)
  await checked(page)
  const buffer = Buffer.from(pixel.split(',')[1] ?? '', 'base64')
  buffer.writeUInt32BE(1280, 16)
  buffer.writeUInt32BE(720, 20)
  const field = page.locator('[data-parameter="reference_images"]')
  await field.locator('input[type="file"]').setInputFiles({ name: 'boat.png', mimeType: 'image/png', buffer })
  await expect.poll(() => field.locator('[data-file-state]').textContent()).toBe('Reading boat.png')
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('[data-send-state]').textContent()).toContain('still on its way')
  expect(bodies).toEqual([])
  upload()
  await expect.poll(() => field.locator('.urls input').inputValue()).toBe('assetId://asset_1')
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('.task-state').textContent()).toBe('processing')
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toContain('assetId://asset_1')
  await page.context().close()
})

test('a page that is opened while the service is down resumes its task by itself once the service is back', async () => {
  const page = await newPage()
  const service = oneTask()
  await withKey(page)
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('.task-state').textContent()).toBe('processing')
  const { api } = site
  site.api = () => ({ status: 0, json: null })
  await page.reload()
  await expect.poll(() => page.locator('.task .note').textContent()).toContain('has not answered')
  site.api = api
  service.answers = 'completed'
  await page.locator('.task img').waitFor()
  expect(service.posts).toBe(1)
  await page.context().close()
})

test('with the keyboard alone a task is stopped, resumed and deleted, and the focus stays in the list', async () => {
  const page = await newPage()
  const service = oneTask()
  await withKey(page)
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '')
  await page.locator('[data-send]').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Stop waiting' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Resume')
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Stop waiting')
  service.answers = 'completed'
  await page.locator('.task img').waitFor()
  await expect.poll(focused).toBe('Use this request')
  await page.getByRole('button', { name: 'Delete', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Send')
  await page.context().close()
})
