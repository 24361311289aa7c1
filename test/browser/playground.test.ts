import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onPages, startSite, watchFaults, type SiteUnderTest } from './site-harness.js'

interface Vector {
  id: string
  body: Record<string, unknown>
  valid: boolean
  findings: { rule: string; path: string; severity: string }[]
}
interface Shown {
  id: string
  verdict: string
  verdictText: string
  lines: Record<string, string[]>
}

let site: SiteUnderTest
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const vectorsOf = (id: string): Vector[] => {
  const vectors: Vector[] = JSON.parse(
    readFileSync(
      fileURLToPath(new URL(`vectors/${id}.json`, import.meta.resolve('@model-tasks/spec/package.json'))),
      'utf8',
    ),
  )
  return vectors
}

/** A page without a service worker: what it keeps for reading offline would be asked for in every test. */
const newPage = (): Promise<Page> => site.browser.newPage({ serviceWorkers: 'block' })

const open = async (page: Page, id: string): Promise<void> => {
  await page.goto(`${site.url}models/${id}/`)
  await page.locator('[data-playground][data-checked]').waitFor()
}

/** Puts each body in the address, as a shared link does, and reads off which rules are shown at which line. */
const shownFor = async (page: Page, vectors: Vector[]): Promise<Shown[]> =>
  await page.evaluate(async (text) => {
    const given: Vector[] = JSON.parse(text)
    const form = document.querySelector<HTMLElement>('[data-playground]')
    const shown = []
    for (const { id, body } of given) {
      const { model: _, ...parameters } = body
      const hash = `#request=${encodeURIComponent(JSON.stringify(parameters))}`
      if (form !== null && location.hash !== hash) {
        const checked = new Promise((resolve) => {
          new MutationObserver(resolve).observe(form, { attributeFilter: ['data-checked'] })
        })
        location.hash = hash
        await Promise.race([checked, new Promise((resolve) => setTimeout(resolve, 2000))])
      }
      const lines: Record<string, string[]> = {}
      for (const line of form?.querySelectorAll<HTMLElement>('.finding:not([hidden])') ?? [])
        lines[line.id] = (line.dataset.rules ?? '').split(' ')
      const verdict = form?.querySelector<HTMLElement>('[data-verdict]')
      shown.push({ id, verdict: verdict?.className ?? '', verdictText: verdict?.textContent ?? '', lines })
    }
    return shown
    // As text: a parameter named __proto__ would not survive the way into the page otherwise.
  }, JSON.stringify(vectors))

test(
  'every invalid request of the vectors is stopped, with its finding at the right field',
  { timeout: 120_000 },
  async () => {
    const context = await site.browser.newContext({ serviceWorkers: 'block' })
    const models = site.source.catalogue.models.filter(({ reference }) => reference)
    const wrong: string[] = []
    let count = 0
    await onPages(context, models, async (page, model) => {
      await open(page, model.id)
      const invalid = vectorsOf(model.id).filter(({ valid }) => !valid)
      const shown = await shownFor(page, invalid)
      shown.forEach((seen, index) => {
        count += 1
        if (seen.verdict !== 'verdict bad') wrong.push(`${model.id} ${seen.id}: ${seen.verdictText}`)
        for (const { rule, path } of invalid[index]?.findings ?? []) {
          const [, name = '', item] = path.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
          const known = model.parameters.some((parameter) => parameter.name === name)
          const there = known
            ? (seen.lines[item === undefined ? `e-${name}` : `e-${name}-${item}`] ?? []).includes(rule)
            : seen.verdictText.includes(name)
          if (!there) wrong.push(`${model.id} ${seen.id}: ${rule} is not at ${path}: ${JSON.stringify(seen.lines)}`)
        }
      })
    })
    await context.close()
    expect(wrong.slice(0, 10)).toEqual([])
    expect(count).toBeGreaterThan(1000)
  },
)

test('what is typed changes the request in every language, and a mistake is named at its field', async () => {
  const page = await newPage()
  await open(page, 'sd_2.0_discount')
  await page.locator('[id="f-duration"]').fill('16')
  await expect.poll(() => page.locator('[id="e-duration"]').textContent()).toContain('15')
  expect(await page.locator('[id="f-duration"]').getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator('[data-verdict]').textContent()).toContain('1 error')
  await page.locator('[id="f-duration"]').fill('7')
  await page.locator('[id="f-prompt"]').fill('It\'s "dusk"')
  await page.getByRole('radio', { name: '9:16' }).check({ force: true })
  const codes = await page.locator('[data-code]').allTextContents()
  expect(codes.length).toBe(7)
  for (const code of codes) expect(code).toMatch(/"?duration"?'?: 7/)
  for (const code of codes) expect(code).toContain('9:16')
  expect(await page.locator('[data-verdict]').textContent()).toContain('No findings')
  await page.context().close()
})

test('media references are added, ordered and removed; frames and references together are refused', async () => {
  const page = await newPage()
  await open(page, 'sd_2.0_discount')
  const field = page.locator('[data-parameter="reference_images"]')
  for (const name of ['a', 'b']) {
    await field.locator('[data-add]').click()
    await page.keyboard.type(`https://example.com/${name}.png`)
  }
  const json = async (): Promise<{ reference_images?: string[] }> =>
    JSON.parse((await page.locator('[data-code="json"]').textContent()) ?? '{}')
  await field.getByRole('button', { name: 'Move up: 2' }).click()
  expect((await json()).reference_images).toEqual(['https://example.com/b.png', 'https://example.com/a.png'])
  await page.locator('[data-parameter="first_image"] [data-add]').click()
  await page.keyboard.type('https://example.com/first.png')
  await expect.poll(() => page.locator('[id="e-first_image"]').textContent()).toContain('cannot be combined')
  await field.getByRole('button', { name: 'Remove: 1' }).click()
  await field.getByRole('button', { name: 'Remove: 1' }).click()
  expect(await json()).not.toHaveProperty('reference_images')
  await expect.poll(() => page.locator('[data-verdict]').textContent()).toContain('No findings')
  await page.context().close()
})

test('two findings on one field are two elements, one below the other', async () => {
  const page = await newPage()
  await open(page, 'sd_2.0_discount')
  await page.evaluate(() => {
    location.hash = `#request=${encodeURIComponent(JSON.stringify({ prompt: 'x', first_image: ['https://example.com/a.png', 'https://example.com/b.png'], reference_images: ['https://example.com/c.png'], duration: 5, resolution: '720p' }))}`
  })
  const lines = page.locator('[id="e-first_image"] > span')
  await expect.poll(() => lines.count()).toBe(2)
  const [first, second] = await lines.evaluateAll((all) => all.map((line) => line.getBoundingClientRect()))
  // The names of fields stay as they are sent.
  expect(await lines.last().textContent()).toMatch(/^first_image, /)
  expect(second?.top).toBeGreaterThanOrEqual(first?.bottom ?? Infinity)
  await page.context().close()
})

test('a model without a reference takes any parameters as JSON, and nothing that is no JSON object is sent', async () => {
  const page = await newPage()
  let posts = 0
  site.api = (_, __, method) => {
    if (method === 'POST') posts += 1
    return method === 'POST'
      ? { status: 402, json: { type: 'about:blank', title: 'Not enough credits', status: 402 } }
      : undefined
  }
  await open(page, 'sd_2.5_special_v1')
  const verdict = page.locator('[data-verdict]')
  expect(await verdict.textContent()).toMatch(/^Would be accepted, with advice\..*nothing about them was checked/)
  const typed = page.locator('[data-open]')
  await typed.fill('{ "prompt": "x", "size": [1, null] }')
  expect(JSON.parse((await page.locator('[data-code="json"]').textContent()) ?? '')).toEqual({
    model: 'sd_2.5_special_v1',
    prompt: 'x',
    size: [1, null],
  })
  expect(await page.locator('[data-code="go"]').textContent()).toContain('"size"')
  await page.locator('.connection summary').click()
  await page.locator('[data-api-key]').fill('secret')
  for (const text of ['{ "prompt": ', '[1]', '']) {
    await typed.fill(text)
    expect(await page.locator('[id="e-parameters"]').textContent()).toContain('no JSON object')
    expect(await typed.getAttribute('aria-invalid')).toBe('true')
    expect(await verdict.textContent()).toContain('1 error')
    await page.locator('[data-send]').click()
    expect(await page.locator('[data-send]').textContent()).toBe('Send')
  }
  expect(posts).toBe(0)
  await typed.fill('{}')
  expect(await page.locator('[id="e-parameters"]').isVisible()).toBe(false)
  expect(await typed.getAttribute('aria-invalid')).toBeNull()
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('[data-outcome]').textContent()).toContain('Not enough credits')
  expect(posts).toBe(1)
  await page.context().close()
})

test('on a Chinese page the findings are Chinese', async () => {
  const page = await newPage()
  await page.goto(`${site.url}zh/models/sd_2.0_discount/`)
  await page.locator('[data-playground][data-checked]').waitFor()
  await page.locator('[id="f-duration"]').fill('16')
  await expect.poll(() => page.locator('[id="e-duration"]').textContent()).toBe('16 太大；最大为 15')
  expect(await page.locator('[data-verdict]').textContent()).toContain('1 个错误')
  await page.context().close()
})

test('a request to a model that cannot be invoked is not said to be accepted', async () => {
  const page = await newPage()
  await open(page, 'zeta-H3_933_1080p')
  expect(await page.locator('[data-verdict]').textContent()).toContain('cannot be invoked')
  await page.context().close()
})

test('a copied link opens with the same request', async () => {
  const context = await site.browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await open(page, 'zeta-H3-768p')
  await page.locator('[id="f-prompt"]').fill('@图片1 走进房间 100% "x" #1')
  await page.locator('[data-share]').click()
  await expect.poll(() => page.url()).toContain('#request=')
  const other = await context.newPage()
  await other.goto(page.url())
  await other.locator('[data-playground][data-checked]').waitFor()
  expect(await other.locator('[id="f-prompt"]').inputValue()).toBe('@图片1 走进房间 100% "x" #1')
  expect(await other.locator('[id="e-prompt"]').textContent()).toContain('@图片1')
  await context.close()
})

test('Send submits once, follows the task and shows the result in place', { timeout: 30_000 }, async () => {
  const page = await newPage()
  const faults = watchFaults(page, new URL(site.url).origin)
  const seen: string[] = []
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const task = { id: 'task_1', object: 'image', created: 1, model: 'beta-5.0', error: null }
  site.api = (path, body, method) => {
    seen.push(`${method} ${path} ${body}`)
    if (path.endsWith('/capabilities'))
      return {
        status: 200,
        json: { object: 'capabilities', version: '1', extensions: ['polling'], polling: { minimumSeconds: 0.25 } },
      }
    if (method === 'POST') return { status: 200, json: { ...task, status: 'queued' } }
    const polls = seen.filter((line) => line.startsWith('GET /v2/model-center/tasks/task_1')).length
    return {
      status: 200,
      json:
        polls < 2
          ? { ...task, status: 'processing', progress: 0.5 }
          : { ...task, status: 'completed', result_url: pixel, image_url: pixel, amount: 3 },
    }
  }
  await open(page, 'beta-5.0')
  await page.locator('[data-send]').click()
  expect(await page.locator('[data-api-key-error]').textContent()).toBe('Set an API key first.')
  expect(await page.locator('[data-api-key]').getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator('[data-api-key]').evaluate((input) => input === document.activeElement)).toBe(true)
  await page.locator('[data-api-key]').fill('secret')
  await page.locator('[data-send]').click()
  await page.locator('[data-outcome] img').waitFor()
  expect(await page.locator('[data-send-state]').textContent()).toBe('task_1 · completed · 3 credits')
  expect(seen.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  expect(JSON.parse(seen.find((line) => line.startsWith('POST'))?.replace(/^POST \S+ /, '') ?? '{}')).toMatchObject({
    model: 'beta-5.0',
    resolution: '2K',
  })
  expect(await page.evaluate(() => localStorage.length === 0 && sessionStorage.getItem('api-key'))).toBe('secret')
  expect(faults.filter((fault) => !fault.startsWith('asked data:'))).toEqual([])
  await page.context().close()
})

test('a request the service refuses is answered with its reason', async () => {
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
  await page.locator('.connection summary').click()
  await page.locator('[data-api-key]').fill('secret')
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('[data-outcome]').textContent()).toContain('brand_model_missing')
  await page.context().close()
})

test('a key the service does not take is an error at the key; an address that does not answer, at the address', async () => {
  const page = await newPage()
  site.api = (_, __, method) =>
    method === 'POST' ? { status: 401, json: { type: 'about:blank', title: 'No such key', status: 401 } } : undefined
  await open(page, 'beta-5.0')
  await page.locator('.connection summary').click()
  await page.locator('[data-api-key]').fill('wrong')
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('[data-api-key-error]').textContent()).toContain('does not take this key')
  expect(await page.locator('[data-api-key]').isVisible()).toBe(true)
  expect(await page.locator('[data-api-key]').getAttribute('aria-invalid')).toBe('true')
  const address = `${site.url.replace(/:\d+\/.*$/, '')}:9/api`
  await page.locator('[data-base-url]').fill(address)
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('[data-base-url-error]').textContent()).toContain(address)
  expect(await page.locator('[data-base-url-error]').textContent()).toContain('CORS')
  expect(await page.locator('[data-api-key-error]').isVisible()).toBe(false)
  await page.context().close()
})
