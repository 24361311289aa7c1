import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { checked, newPage, openPlayground, sharedSite, type SiteUnderTest, watchFaults } from './site-harness.js'
import { capabilities, completed, pixel, task } from './task-answers.js'

/** What happens once Send is pressed: the task, its history, files, and a service that says no. */

let site: SiteUnderTest
beforeAll(async () => {
  site = await sharedSite()
})

const open = (page: Page, id: string): Promise<void> => openPlayground(page, `models/${id}/`)

const quoting = { ...capabilities, json: { ...capabilities.json, extensions: ['quote'] } }
/** A service with one task, which goes on until `finished` is set; answers what it was asked. */
const oneTask = (): { seen: string[]; finish: () => void } => {
  const seen: string[] = []
  let finished = false
  site.api = (path, body, method) => {
    seen.push(`${method} ${path} ${body}`)
    if (path.endsWith('/capabilities')) return capabilities
    if (path.endsWith('/cancel')) return { status: 200, json: { ...task, status: 'failed', error: 'cancelled' } }
    if (method === 'POST') return { status: 200, json: { ...task, status: 'queued' } }
    return { status: 200, json: finished ? completed : { ...task, status: 'processing', progress: 0.5 } }
  }
  return {
    seen,
    finish: () => {
      finished = true
    },
  }
}

const setKey = async (page: Page, key = 'secret'): Promise<void> => {
  await page.locator('.connection').evaluate((details: HTMLDetailsElement) => {
    details.open = true
  })
  await page.locator('[data-api-key]').fill(key)
}

test('Send submits once, follows the task and shows the result in place', async () => {
  const page = await newPage()
  const faults = watchFaults(page, new URL(site.url).origin)
  const { seen, finish } = oneTask()
  await open(page, 'beta-5.0')
  await page.locator('[data-send]').click()
  expect(await page.locator('[data-api-key-error]').textContent()).toBe('Set an API key first.')
  expect(await page.locator('[data-api-key]').getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator('[data-api-key]').evaluate((input) => input === document.activeElement)).toBe(true)
  await page.locator('[data-api-key]').fill('secret')
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('.task-state').textContent()).toBe('processing · 50 %')
  finish()
  await page.locator('.task img').waitFor()
  expect(await page.locator('.task-state').textContent()).toBe('completed · 3 credits')
  expect(seen.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  expect(JSON.parse(seen.find((line) => line.startsWith('POST'))?.replace(/^POST \S+ /, '') ?? '{}')).toMatchObject({
    model: 'beta-5.0',
    resolution: '2K',
  })
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secret')
  expect(faults.filter((fault) => !fault.startsWith('asked data:'))).toEqual([])
  await page.context().close()
})

test('a task is waited for at a service that declares it: a query per status, and no interval passes', async () => {
  const page = await newPage()
  const declared = { object: 'capabilities', version: '1', extensions: ['wait'], wait: { maximumSeconds: 30 } }
  site.api = (path, _body, method) => {
    if (path.endsWith('/capabilities')) return { status: 200, json: declared }
    return method === 'POST' ? { status: 200, json: { ...task, status: 'queued' } } : undefined
  }
  const prefers: (string | undefined)[] = []
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  await page.route('**/tasks/task_1', async (route) => {
    prefers.push(route.request().headers()['prefer'])
    if (prefers.length === 1) return route.fulfill({ json: { ...task, status: 'processing', progress: 0.5 } })
    await finished
    return route.fulfill({ json: completed })
  })
  await open(page, 'beta-5.0')
  await setKey(page)
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('.task-state').textContent()).toBe('processing · 50 %')
  await expect.poll(() => prefers.length).toBe(2)
  finish()
  await page.locator('.task img').waitFor()
  expect(prefers).toEqual([undefined, 'wait=10; seen=processing'])
  await page.context().close()
})

test('a task survives a reload: it is resumed, kept with its result, and can be deleted', async () => {
  const page = await newPage()
  const { seen, finish } = oneTask()
  await open(page, 'beta-5.0')
  await setKey(page)
  await page.locator('[id="f-prompt"]').fill('A boat that survives')
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('.task-state').textContent()).toContain('processing')
  await page.reload()
  await expect.poll(() => page.locator('.task-state').textContent()).toContain('processing')
  expect(await page.locator('.task-prompt').textContent()).toBe('A boat that survives')
  finish()
  await page.locator('.task img').waitFor()
  expect(seen.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  await page.reload()
  await page.locator('.task img').waitFor()
  await page.getByRole('button', { name: 'Use this request' }).click()
  expect(await page.locator('[id="f-prompt"]').inputValue()).toBe('A boat that survives')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  expect(await page.locator('[data-tasks]').isVisible()).toBe(false)
  await page.reload()
  await checked(page)
  expect(await page.locator('.task').count()).toBe(0)
  await page.context().close()
})

test('a task is stopped, resumed and cancelled', async () => {
  const page = await newPage()
  const { seen } = oneTask()
  await open(page, 'beta-5.0')
  await setKey(page)
  await page.locator('[data-send]').click()
  await page.getByRole('button', { name: 'Stop waiting' }).click()
  expect(await page.locator('.task-state').textContent()).toBe('not followed')
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Cancel task' }).click()
  await expect.poll(() => seen.some((line) => line.startsWith('POST /v2/model-center/tasks/task_1/cancel'))).toBe(true)
  await page.context().close()
})

test('a submit whose answer was lost is kept as unknown, also over a reload, and is not sent again', async () => {
  const page = await newPage()
  let posts = 0
  site.api = (path, _, method) => {
    if (method === 'POST') posts += 1
    return path.endsWith('/capabilities') ? capabilities : { status: 0, json: null }
  }
  await open(page, 'beta-5.0')
  await setKey(page)
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('.task-state').textContent()).toBe('outcome unknown')
  await page.reload()
  await expect.poll(() => page.locator('.task .note').textContent()).toContain('may have accepted the task')
  expect(posts).toBe(1)
  await page.context().close()
})

test('a file is checked by its first bytes, uploaded as an asset, and rejected where it breaks a limit', async () => {
  const page = await newPage()
  const seen: string[] = []
  site.api = (path, body, method) => {
    seen.push(`${method} ${path} ${body.length}`)
    if (path.endsWith('/capabilities')) return capabilities
    if (path.endsWith('/assets')) return { status: 200, json: { id: 'asset_1', object: 'asset', status: 'approved' } }
    return undefined
  }
  const png = (width: number, height: number): Buffer => {
    const bytes = Buffer.from(pixel.split(',')[1] ?? '', 'base64')
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return bytes
  }
  await open(page, 'sd_2.0_discount')
  await setKey(page)
  const field = page.locator('[data-parameter="reference_images"]')
  const chooser = field.locator('input[type="file"]')
  await chooser.setInputFiles({ name: 'tiny.png', mimeType: 'image/png', buffer: png(10, 10) })
  await expect.poll(() => field.locator('[data-file-state]').textContent()).toContain('tiny.png: the width is 10')
  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect.poll(() => field.locator('[data-file-state]').textContent()).toContain('notes.txt: not a picture')
  expect(seen.filter((line) => line.startsWith('POST'))).toEqual([])
  await chooser.setInputFiles({ name: 'boat.png', mimeType: 'image/png', buffer: png(1280, 720) })
  await expect.poll(() => field.locator('.urls input').inputValue()).toBe('assetId://asset_1')
  expect(seen.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  await expect.poll(() => page.locator('[data-verdict]').textContent()).toContain('No findings')
  await page.context().close()
})

test('what is wrong with a file is said in Chinese on a Chinese page', async () => {
  const page = await newPage()
  await openPlayground(page, 'zh/models/sd_2.0_discount/')
  const field = page.locator('[data-parameter="reference_images"]')
  const buffer = Buffer.from(pixel.split(',')[1] ?? '', 'base64')
  await field.locator('input[type="file"]').setInputFiles({ name: 'tiny.png', mimeType: 'image/png', buffer })
  await expect.poll(() => field.locator('[data-file-state]').textContent()).toMatch(/^tiny\.png：.*宽/)
  expect(await field.locator('[data-file-state]').textContent()).not.toMatch(/[a-z]{3,} [a-z]{2,}/)
  await page.context().close()
})

test('the cost is shown before a request is sent, where the service declares quotes, and for valid requests alone', async () => {
  const page = await newPage()
  const asked: string[] = []
  site.api = (path, body, method) => {
    if (path.endsWith('/capabilities')) return quoting
    if (!path.endsWith('/quote')) return undefined
    asked.push(`${method} ${body}`)
    const { duration = 5 }: { duration?: number } = JSON.parse(body)
    const lines = [{ rate: 'perSecond', credits: 2, quantity: duration, amount: 2 * duration }]
    return { status: 200, json: { object: 'quote', amount: 2 * duration, lines, available: 20 } }
  }
  await open(page, 'sd_2.0_discount')
  const cost = page.locator('[data-cost]')
  expect(await cost.isVisible()).toBe(false)
  await setKey(page)
  await page.locator('[data-api-key]').blur()
  await expect.poll(() => cost.textContent()).toMatch(/^Costs \d+ credits \(\d+ × 2\); the account has 20 credits\.$/)
  await page.locator('[id="f-duration"]').fill('15')
  await expect.poll(() => cost.textContent()).toBe('Costs 30 credits (15 × 2), but the account has 20 credits.')
  const before = asked.length
  await page.locator('[id="f-duration"]').fill('16')
  await expect.poll(() => cost.textContent()).toBe('')
  expect(asked).toHaveLength(before)
  expect(asked.every((line) => line.startsWith('POST {"model":"sd_2.0_discount"'))).toBe(true)
  await page.context().close()
})

test('a key and a request belong to the origin they were typed for, and no other origin is asked before Send', async () => {
  const page = await newPage()
  site.api = (path) => (path.endsWith('/capabilities') ? quoting : undefined)
  await open(page, 'sd_2.0_discount')
  const [address, key, prompt] = ['[data-base-url]', '[data-api-key]', '[id="f-prompt"]'].map((one) =>
    page.locator(one),
  )
  const elsewhere = 'http://localhost:9'
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(elsewhere)) asked.push(request.url())
  })
  await setKey(page, 'former')
  await key?.press('Tab')
  await prompt?.fill('A secret boat')
  await address?.fill(`${elsewhere}/api`)
  await address?.press('Tab')
  expect(await key?.inputValue()).toBe('')
  expect(await prompt?.inputValue()).not.toContain('secret')
  await key?.fill('latter')
  await key?.press('Tab')
  await prompt?.fill('Another boat')
  await page.waitForTimeout(500)
  expect(asked).toEqual([])
  await address?.fill(`${site.url}api`)
  await address?.press('Tab')
  expect(await key?.inputValue()).toBe('former')
  expect(await prompt?.inputValue()).toBe('A secret boat')
  await page.reload()
  await expect.poll(() => page.locator('[data-api-key]').inputValue()).toBe('former')
  await page.context().close()
})

test('a file is inlined where a parameter accepts data, and dropped files count as chosen ones', async () => {
  const page = await newPage()
  await open(page, 'zeta-H3-768p')
  const field = page.locator('[data-parameter="reference_images"]')
  await field.evaluate((target, url) => {
    const bytes = Uint8Array.from(atob(url.split(',')[1] ?? ''), (character) => character.charCodeAt(0))
    new DataView(bytes.buffer).setUint32(16, 1280)
    new DataView(bytes.buffer).setUint32(20, 720)
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([bytes], 'boat.png', { type: 'image/png' }))
    target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, pixel)
  await expect.poll(() => field.locator('.urls input').inputValue()).toMatch(/^data:image\/png;base64,.*…$/)
  expect(await page.locator('[data-code="json"]').textContent()).toContain('data:image/png;base64,iVBOR')
  await page.context().close()
})

test('a request the service rejects is answered with its reason', async () => {
  const page = await newPage()
  site.api = (_, __, method) =>
    method === 'POST'
      ? {
          status: 403,
          json: {
            type: 'about:blank',
            title: 'The model is not open to this account',
            status: 403,
            reason: 'brand_model_missing',
          },
        }
      : undefined
  await open(page, 'zeta-H3_933_1080p')
  await setKey(page)
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('[data-send-state]').textContent()).toContain('brand_model_missing')
  expect(await page.locator('.task').count()).toBe(0)
  await page.context().close()
})

test('a key the service rejects is an error at the key; an address that does not answer, at the address', async () => {
  const page = await newPage()
  site.api = (_, __, method) =>
    method === 'POST' ? { status: 401, json: { type: 'about:blank', title: 'No such key', status: 401 } } : undefined
  await open(page, 'beta-5.0')
  await setKey(page, 'wrong')
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('[data-api-key-error]').textContent()).toContain('rejects this key')
  expect(await page.locator('[data-api-key]').isVisible()).toBe(true)
  expect(await page.locator('[data-api-key]').getAttribute('aria-invalid')).toBe('true')
  const address = `${site.url.replace(/:\d+\/.*$/, '')}:9/api`
  await page.locator('[data-base-url]').fill(address)
  await page.locator('[data-base-url]').blur()
  await setKey(page, 'wrong')
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('[data-base-url-error]').textContent()).toContain(address)
  expect(await page.locator('[data-base-url-error]').textContent()).toContain('nothing was submitted')
  expect(await page.locator('[data-api-key-error]').isVisible()).toBe(false)
  expect(await page.locator('.task').count()).toBe(0)
  await page.context().close()
})

test('a key in the field of the address, or one that no header carries, is named there, and nothing leaves the page', async () => {
  const page = await newPage()
  await open(page, 'beta-5.0')
  const left: string[] = []
  page.on('request', (request) => {
    // What the service offers is asked once for the example, which may be late.
    if (!request.url().endsWith('/capabilities')) left.push(request.url())
  })
  await setKey(page, `${site.url}api`)
  await page.locator('[data-base-url]').fill('mt_a_key_in_the_wrong_field')
  await page.locator('[data-send]').click()
  await expect
    .poll(() => page.locator('[data-base-url-error]').textContent())
    .toContain('Expected an http or https URL')
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-base-url'))).toBe(true)
  await page.locator('[data-base-url]').fill(`${site.url}api`)
  await setKey(page, '密钥 with spaces')
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('[data-api-key-error]').textContent()).toContain('not an API key')
  expect(left.filter((address) => address.includes('wrong_field') || address.includes('/api/'))).toEqual([])
  await page.context().close()
})

test('a task is followed to its end where the browser stores nothing, and what others stored breaks nothing', async () => {
  for (const init of [
    () => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
    },
    () => localStorage.setItem('model-tasks.tasks', '[null,{"key":1,"baseUrl":"x","body":null,"state":"running"}]'),
  ]) {
    const page = await newPage()
    const faults = watchFaults(page, new URL(site.url).origin)
    await page.addInitScript(init)
    const { finish } = oneTask()
    finish()
    await open(page, 'beta-5.0')
    await setKey(page)
    await page.locator('[data-send]').click()
    await page.locator('.task img').waitFor()
    expect(faults.filter((fault) => !fault.startsWith('asked data:'))).toEqual([])
    await page.context().close()
  }
})
