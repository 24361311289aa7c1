import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newPage, openPlayground, sharedSite, type SiteUnderTest } from './site-harness.js'
import { capabilities, completed, pixel, task } from './task-answers.js'

/** What a reader is told when the service rejects a request, has lost a task, or a file cannot be read. */

let site: SiteUnderTest
beforeAll(async () => {
  site = await sharedSite()
})

const open = (page: Page, id: string): Promise<void> => openPlayground(page, `models/${id}/`)

test('on a Chinese page what the service rejects is told in Chinese, and what it says itself is quoted', async () => {
  const page = await newPage()
  let answer: { status: number; json: unknown } = { status: 200, json: null }
  site.api = (path, _, method) =>
    path.endsWith('/capabilities') ? capabilities : method === 'POST' ? answer : undefined
  await page.addInitScript(() => sessionStorage.setItem('api-key', 'secret'))
  await openPlayground(page, 'zh/models/beta-5.0/')
  const state = page.locator('[data-send-state]')
  for (const [status, json, told] of [
    [402, { title: 'Not enough credits' }, '账户余额不足，没有创建任务。服务返回：“Not enough credits”。'],
    [403, { reason: 'brand_model_missing' }, '（brand_model_missing）'],
    [403, { title: 'Disabled' }, '服务不允许用此密钥执行该操作。服务返回：“Disabled”。'],
    [404, { title: 'There is nothing here' }, '此服务地址没有 Model Task Service 响应。'],
    [400, { title: 'The request cannot be read' }, '服务拒绝了此请求。服务返回：“The request cannot be read”。'],
    [413, {}, '请求超过服务允许的大小。'],
    [418, {}, '服务返回 HTTP 状态码 418。'],
  ] as const) {
    answer = { status, json }
    await page.locator('[data-send]').click()
    await expect.poll(() => state.textContent()).toContain(told)
  }
  // What is accepted and then not there any more, as of a service that was set up anew.
  answer = { status: 200, json: { ...task, status: 'queued' } }
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('.task .note').textContent()).toMatch(/^服务中没有此任务/)
  expect(await page.locator('.task-state').textContent()).toBe('未在跟踪')
  expect(await page.getByRole('button', { name: '删除', exact: true }).count()).toBe(1)
  await page.context().close()
})

test('what the service alone finds is told in Chinese at its field; what the page finds too keeps its own words', async () => {
  const page = await newPage()
  const parameter = 'last_image'
  const findings = [
    { rule: 'last-image-alone', severity: 'advice', path: '/last_image', parameter, message: 'Add first_image' },
    { rule: 'asset-unavailable', severity: 'error', path: '/last_image/0', parameter, message: 'No asset' },
    { rule: 'something-new', severity: 'error', path: '/prompt', parameter: 'prompt', message: 'No' },
  ]
  site.api = (path, _, method) =>
    path.endsWith('/capabilities')
      ? capabilities
      : method === 'POST'
        ? { status: 400, json: { detail: 'No asset; No', findings } }
        : undefined
  await page.addInitScript(() => sessionStorage.setItem('api-key', 'secret'))
  const request = { prompt: 'A boat', duration: 5, last_image: ['https://example.com/boat.png'] }
  await openPlayground(page, `zh/models/sd_2.0_discount/#request=${encodeURIComponent(JSON.stringify(request))}`)
  await page.locator('[data-send]').click()
  const verdict = page.locator('[data-verdict]')
  await expect.poll(() => verdict.textContent()).toBe('服务拒绝了此请求。 last_image prompt')
  const shown = page.locator('[data-parameter] .finding:visible')
  expect(await shown.allTextContents()).toEqual([
    '服务不接受此值。服务返回：“No”。',
    '此账户没有可用的该素材：请先上传，并等待审核通过。服务返回：“No asset”。',
    '只有尾帧而没有首帧，接口没有描述这种用法；请加上 first_image',
  ])
  expect(await page.locator('[data-send-state]').textContent()).toBe('')
  await page.context().close()
})

test('a result that no longer opens is asked for again; the page says what became of it', async () => {
  const gone = `${site.url}api/gone`
  const there = `${site.url}api/there`
  const unknown = { status: 404, json: { title: 'The task is unknown' } }
  const fresh = (url: string): { status: number; json: unknown } => ({
    status: 200,
    json: { ...completed, result_url: url },
  })
  for (const [url, key, answer, told, links] of [
    [gone, '', unknown, 'Set the base URL', 0],
    [gone, 'secret', unknown, 'The file can no longer be opened. The service does not have this task', 0],
    [gone, 'secret', fresh(gone), 'the service has no other one', 0],
    [gone, 'secret', fresh(pixel), '', 1],
    [there, '', unknown, 'cannot show the file here', 1],
  ] as const) {
    const page = await newPage()
    site.api = (path) =>
      path.endsWith('/capabilities')
        ? capabilities
        : path === '/gone'
          ? { status: 410, json: {} }
          : path === '/there'
            ? { status: 200, json: {} }
            : answer
    await page.addInitScript(
      ([baseUrl, result, apiKey]) => {
        const body = { model: 'beta-5.0', prompt: 'A boat' }
        const record = { key: 'k', id: 'task_1', baseUrl, body, submitted: 1, state: 'completed', url: result }
        localStorage.setItem('model-tasks.tasks', JSON.stringify([record]))
        sessionStorage.setItem('api-key', apiKey)
      },
      [`${site.url}api`, url, key] as const,
    )
    await open(page, 'beta-5.0')
    const item = page.locator('.task')
    if (told === '')
      await expect.poll(() => item.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
    else await expect.poll(() => item.locator('.note').textContent()).toContain(told)
    expect(await item.getByRole('link').count(), told).toBe(links)
    await page.context().close()
  }
})

test('an empty file and a folder are told from a picture, and nothing is uploaded', async () => {
  const page = await newPage()
  site.api = (path, _, method) =>
    method === 'POST' ? { status: 500, json: {} } : path.endsWith('/capabilities') ? capabilities : undefined
  await open(page, 'sd_2.0_discount')
  const field = page.locator('[data-parameter="reference_images"]')
  await field
    .locator('input[type="file"]')
    .setInputFiles({ name: 'none.png', mimeType: 'image/png', buffer: Buffer.alloc(0) })
  await expect.poll(() => field.locator('[data-file-state]').textContent()).toBe('none.png: The file is empty.')
  await field.evaluate((target) => {
    const folder = new File(['x'], 'pictures')
    // A browser gives a folder a size, and reads none of it.
    folder.slice = () => {
      throw new DOMException('A requested file or directory could not be found', 'NotFoundError')
    }
    const dataTransfer = { types: ['Files'], files: [folder] }
    target.dispatchEvent(Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer }))
  })
  await expect.poll(() => field.locator('[data-file-state]').textContent()).toContain('pictures: It cannot be read.')
  await page.context().close()
})

test('a script that the network held back is there the next time: one click later the request is sent, once', async () => {
  const page = await newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  let posts = 0
  site.api = (path, _, method) => {
    if (path.endsWith('/capabilities')) return capabilities
    if (method === 'POST') posts += 1
    return { status: 200, json: completed }
  }
  await page.addInitScript(() => sessionStorage.setItem('api-key', 'secret'))
  const held = /\/assets\/(tasks|cost)\.[^/]*$/
  await page.route(held, (route) => route.abort())
  await open(page, 'beta-5.0')
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('[data-send-state]').textContent()).toContain('could not be loaded')
  await page.unroute(held)
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('.task-state').allTextContents()).toHaveLength(1)
  await expect.poll(() => ({ posts, errors })).toEqual({ posts: 1, errors: [] })
  await page.context().close()
})

test('a search whose script the network held back opens the next time', async () => {
  const page = await newPage()
  const held = /\/assets\/search[^/]*\.js$/
  await page.route(held, (route) => route.abort())
  await page.goto(`${site.url}models/beta-5.0/`)
  const failed = page.waitForEvent('requestfailed', (request) => held.test(request.url()))
  await page.locator('[data-search-open]').click()
  await failed
  await page.unroute(held)
  await expect
    .poll(async () => {
      await page.keyboard.press('/')
      return page.locator('.search-dialog[open]').count()
    })
    .toBe(1)
  await page.context().close()
})
