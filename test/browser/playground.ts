import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { checked, newPage, onPages, openPlayground, sharedSite, type SiteUnderTest } from './site-harness.js'

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
  focus: string
}

let site: SiteUnderTest
beforeAll(async () => {
  site = await sharedSite()
})

const vectorsOf = (id: string): Vector[] => {
  const vectors: Vector[] = JSON.parse(
    readFileSync(
      fileURLToPath(new URL(`vectors/${id}.json`, import.meta.resolve('@model-tasks/documents/package.json'))),
      'utf8',
    ),
  )
  return vectors
}

const open = (page: Page, id: string): Promise<void> => openPlayground(page, `models/${id}/`)

/** Puts each body in the address, as a shared link does, presses Send, and reads off which rules are shown where and where the focus is. */
const shownFor = async (page: Page, vectors: Vector[]): Promise<Shown[]> =>
  await page.evaluate(async (text) => {
    const given: Vector[] = JSON.parse(text)
    const form = document.querySelector<HTMLFormElement>('[data-playground]')
    const changed = (act: () => void, attribute: string): Promise<unknown> => {
      if (form === null) return Promise.resolve()
      const done = new Promise((resolve) => {
        new MutationObserver(resolve).observe(form, { attributes: true, subtree: true, attributeFilter: [attribute] })
      })
      act()
      return Promise.race([done, new Promise((resolve) => setTimeout(resolve, 20_000))])
    }
    const shown = []
    for (const { id, body } of given) {
      const { model: _, ...parameters } = body
      const hash = `#request=${encodeURIComponent(JSON.stringify(parameters))}`
      if (location.hash !== hash)
        await changed(() => {
          location.hash = hash
        }, 'data-checked')
      const lines: Record<string, string[]> = {}
      for (const line of form?.querySelectorAll<HTMLElement>('.finding:not([hidden])') ?? [])
        lines[line.id] = (line.dataset.rules ?? '').split(' ')
      const verdict = form?.querySelector<HTMLElement>('[data-verdict]')
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      const focused = new Promise((resolve) => form?.addEventListener('focusin', resolve, { once: true }))
      form?.requestSubmit()
      await Promise.race([focused, new Promise((resolve) => setTimeout(resolve, 20_000))])
      const focus = document.activeElement?.closest<HTMLElement>('[data-parameter], [data-verdict]')
      shown.push({
        id,
        verdict: verdict?.className ?? '',
        verdictText: verdict?.textContent ?? '',
        lines,
        focus: focus?.dataset.parameter ?? (focus === verdict ? 'verdict' : ''),
      })
    }
    return shown
    // As text: a parameter named __proto__ would not survive the way into the page otherwise.
  }, JSON.stringify(vectors))

const typeOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? `array of ${[...new Set(value.map(typeOf))].join(', ')}`
      : typeof value

/** What a vector shows in the form: its findings, where they are, and what type of value the control there has to show. */
const shapeOf = ({ body, findings }: Vector): string =>
  JSON.stringify([findings, findings.map(({ path }) => typeOf(body[path.split('/')[1] ?? '']))])

/** The invalid requests of a model; of those that look the same in the form, which the long run takes all, the short one takes one. */
const invalidOf = (id: string): Vector[] => {
  const all = vectorsOf(id).filter(({ valid }) => !valid)
  return process.env.MODEL_TASKS_LONG === '1'
    ? all
    : [...new Map(all.map((vector) => [shapeOf(vector), vector])).values()]
}

test('Send stops the invalid requests of the vectors: nothing leaves the page, each finding is at its field, the focus is at the first', async () => {
  // A small window, of which there is little to paint.
  const viewport = { width: 360, height: 240 }
  const context = await site.browser.newContext({ serviceWorkers: 'block', viewport })
  await context.addInitScript(() => sessionStorage.setItem('api-key', 'secret'))
  const models = site.source.catalogue.models.filter(({ reference }) => reference)
  const wrong: string[] = []
  let count = 0
  await onPages(context, models, async (page, model) => {
    await open(page, model.id)
    const left: string[] = []
    page.on('request', (request) => {
      // What the service offers is asked once for the example, which is valid.
      if (!request.url().endsWith('/capabilities')) left.push(`${request.method()} ${request.url()}`)
    })
    const invalid = invalidOf(model.id)
    const shown = await shownFor(page, invalid)
    wrong.push(...left.map((request) => `${model.id}: ${request}`))
    page.removeAllListeners('request')
    shown.forEach((seen, index) => {
      count += 1
      if (seen.verdict !== 'verdict bad') wrong.push(`${model.id} ${seen.id}: ${seen.verdictText}`)
      const fields = (invalid[index]?.findings ?? [])
        .filter(({ severity }) => severity === 'error')
        .map(({ path }) => path.split('/')[1] ?? '')
        .map((name) => (model.parameters.some((parameter) => parameter.name === name) ? name : 'verdict'))
      if (!fields.includes(seen.focus)) wrong.push(`${model.id} ${seen.id}: the focus is at "${seen.focus}"`)
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
  expect(count).toBeGreaterThan(500)
})

test('a rule between parameters is shown at each field that takes part, and the verdict links to the fields', async () => {
  const page = await newPage()
  await open(page, 'sd_2.0_discount')
  await page.evaluate(() => {
    location.hash = `#request=${encodeURIComponent(JSON.stringify({ prompt: 'x', duration: 5, first_image: ['https://example.com/a.png'], reference_images: ['https://example.com/c.png'] }))}`
  })
  for (const name of ['first_image', 'reference_images'])
    await expect.poll(() => page.locator(`[id="e-${name}"]`).getAttribute('data-rules')).toBe('scenarios-mixed')
  expect(await page.locator('[id="e-last_image"]').isVisible()).toBe(false)
  const links = page.locator('[data-verdict] a')
  expect((await links.allTextContents()).toSorted()).toEqual(['first_image', 'reference_images'])
  await links.filter({ hasText: 'reference_images' }).click()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('reference_images 1')
  expect(page.url()).toContain('#request=')
  await page.context().close()
})

test('no field of the playground is hidden in a scroll area of its own', async () => {
  const page = await newPage()
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const id of ['sd_2.0_discount', 'epsilonO3']) {
      await open(page, id)
      expect(
        await page.locator('.panel').evaluate((panel) =>
          [panel, ...panel.querySelectorAll('form, form *')]
            .filter((one) => !one.matches('textarea, input'))
            .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight)
            .map((one) => one.className),
        ),
        `${id} at ${width} px`,
      ).toEqual([])
    }
  }
  await page.context().close()
})

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
  for (const language of ['json', 'curl', 'typescript', 'python', 'go', 'java', 'php']) {
    await page.locator(`.code-tabs input[value="${language}"]`).check({ force: true })
    const code = page.locator(`[data-code="${language}"]`)
    await expect.poll(() => code.textContent()).toMatch(/"?duration"?'?: 7/)
    expect(await code.textContent()).toContain('9:16')
    expect(await code.locator('i.s').count(), `${language} is coloured`).toBeGreaterThan(2)
  }
  await expect.poll(() => page.locator('[data-verdict]').textContent()).toContain('No findings')
  await page.context().close()
})

test('a line of a program wraps beside the form, but for one so long that wrapping it would block the page', async () => {
  const page = await newPage()
  await open(page, 'sd_2.0_discount')
  const code = page.locator('[data-code="json"]')
  for (const [length, wrapping] of [
    [1000, 'pre-wrap'],
    [6000, 'pre'],
    [10, 'pre-wrap'],
  ] as const) {
    const prompt = '雨中的 street '.repeat(length / 10)
    await page.locator('[id="f-prompt"]').fill(prompt)
    await expect.poll(async () => (await code.textContent())?.includes(`"${prompt}"`)).toBe(true)
    expect(await code.evaluate((block) => getComputedStyle(block).whiteSpace), `${length} characters`).toBe(wrapping)
  }
  await page.context().close()
})

test('media references are added, ordered and removed; frames and references together are rejected', async () => {
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

test('a model without a reference takes any parameters as JSON, and only a JSON object is sent', async () => {
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
  expect(await verdict.textContent()).toMatch(/^Would be accepted, with advice:.*nothing about them was checked/)
  const typed = page.locator('[data-open]')
  await typed.fill('{ "prompt": "x", "size": [1, null] }')
  expect(JSON.parse((await page.locator('[data-code="json"]').textContent()) ?? '')).toEqual({
    model: 'sd_2.5_special_v1',
    prompt: 'x',
    size: [1, null],
  })
  await page.locator('.code-tabs input[value="go"]').check({ force: true })
  await expect.poll(() => page.locator('[data-code="go"]').textContent()).toContain('"size"')
  await page.locator('.connection summary').click()
  await page.locator('[data-api-key]').fill('secret')
  for (const text of ['{ "prompt": ', '[1]', '']) {
    await typed.fill(text)
    expect(await page.locator('[id="e-parameters"]').textContent()).toContain('Expected a JSON object')
    expect(await typed.getAttribute('aria-invalid')).toBe('true')
    expect(await verdict.textContent()).toContain('1 error')
    await page.locator('[data-send]').click()
    expect(await page.locator('[data-send]').textContent()).toBe('Send')
  }
  expect(posts).toBe(0)
  await typed.fill('{}')
  await expect.poll(() => page.locator('[id="e-parameters"]').isVisible()).toBe(false)
  expect(await typed.getAttribute('aria-invalid')).toBeNull()
  await page.locator('[data-send]').click()
  await expect.poll(() => page.locator('[data-send-state]').textContent()).toContain('Not enough credits')
  expect(posts).toBe(1)
  await page.context().close()
})

test('a list is edited as JSON: a mistake is named with its line and stays until it is corrected, also while other fields are typed in', async () => {
  const page = await newPage()
  await open(page, 'sd_2.0_discount')
  const [tools, prompt, verdict] = ['[id="f-tools"]', '[id="f-prompt"]', '[data-verdict]'].map((one) =>
    page.locator(one),
  )
  const json = async (): Promise<unknown> => JSON.parse((await page.locator('[data-code="json"]').textContent()) ?? '')
  await tools?.fill('[\n  { "type": "a" },\n]')
  const line = page.locator('[id="e-tools"]')
  expect(await line.textContent()).toBe('Line 3: expected valid JSON, got ]. Nothing is sent until this is corrected.')
  await prompt?.fill('A boat')
  expect(await line.textContent()).toContain('Line 3')
  expect(await verdict?.textContent()).toContain('1 error')
  await page.locator('[data-send]').click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('f-tools')
  await tools?.fill('[{ "type": "a" }]')
  await expect.poll(() => line.isVisible()).toBe(false)
  expect(await json()).toMatchObject({ prompt: 'A boat', tools: [{ type: 'a' }] })
  await page.locator('button[type="reset"]').click()
  expect(await tools?.inputValue()).toBe('')
  await page.evaluate(() => (location.hash = `#request=${encodeURIComponent('{"prompt":"x","tools":[{"a":1}]}')}`))
  await expect.poll(() => tools?.inputValue()).toBe('[\n  {\n    "a": 1\n  }\n]')
  await page.context().close()
})

test('on a Chinese page the findings are Chinese', async () => {
  const page = await newPage()
  await openPlayground(page, 'zh/models/sd_2.0_discount/')
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
  await checked(other)
  expect(await other.locator('[id="f-prompt"]').inputValue()).toBe('@图片1 走进房间 100% "x" #1')
  expect(await other.locator('[id="e-prompt"]').textContent()).toContain('@图片1')
  await context.close()
})

test('what is typed before the script has arrived stays, and is in the request', async () => {
  const page = await newPage()
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto(`${site.url}models/sd_2.0_discount/`, { waitUntil: 'commit' })
  const field = (name: string) => page.locator(`[data-playground] [data-parameter="${name}"]`)
  const prompt = field('prompt').locator('textarea')
  await prompt.fill('a paper boat')
  expect(await page.locator('[data-playground][data-checked]').count(), 'the script is not there').toBe(0)
  arrive()
  await checked(page)
  expect(await prompt.inputValue()).toBe('a paper boat')
  const shown = JSON.parse((await page.locator('[data-code="json"]').textContent()) ?? '{}') as Record<string, unknown>
  expect(shown).toMatchObject({ prompt: 'a paper boat', duration: 5 })
  await page.context().close()
})
