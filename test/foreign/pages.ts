import { createReadStream, existsSync } from 'node:fs'
import { cp, mkdir, readFile, readdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../browser/launch.js'
import { foreignTree, type ForeignTree } from './tree.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** A folder for pictures of the pages, for a person to look at. */
const pictures = process.env['MODEL_TASKS_PICTURES']

interface Listed {
  id: string
  parameters: { name: string; required: boolean }[]
  requests: { smallest: { [parameter: string]: unknown }; usual: { en: { [parameter: string]: unknown } } }
}

const files = await readdir(new URL('models', import.meta.url))
const names = files.map((file) => file.replace('.schema.json', ''))
let tree: ForeignTree
let server: Server
let browser: Browser
let models: Listed[]

beforeAll(async () => {
  tree = await foreignTree()
  for (const path of ['src', 'styles', 'templates', 'browser', 'content', 'static'])
    await cp(join(root, 'packages/site', path), join(tree.folder, 'packages/site', path), { recursive: true })
  expect(tree.node('packages/site/bin/build.js', '--uncompressed')).toMatchObject({ status: 0, err: '' })
  models = (JSON.parse(await readFile(join(tree.folder, 'generated/catalogue.json'), 'utf8')) as { models: Listed[] })
    .models
  server = serve(join(tree.folder, 'generated/site'))
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  server.close()
})

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

function serve(folder: string): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = join(folder, decodeURIComponent(pathname), pathname.endsWith('/') ? 'index.html' : '')
    if (!existsSync(path)) response.writeHead(404).end()
    else {
      response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
      createReadStream(path).pipe(response)
    }
  }).listen(0, '127.0.0.1')
}

const address = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`

function modelOf(name: string): Listed {
  const model = models.find(({ id }) => id.replaceAll(':', '~~').replaceAll('/', '~') === name)
  if (model === undefined) throw new Error(`${name} is not in the catalogue`)
  return model
}

async function onPage<T>(path: string, look: (page: Page, faults: string[]) => Promise<T>, width = 1280): Promise<T> {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  try {
    await page.goto(address(path))
    return await look(page, faults)
  } finally {
    await page.close()
  }
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  await mkdir(pictures, { recursive: true })
  // A page of 400 voices is taller than a picture can be.
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true }).catch(() => undefined)
}

const oddities = /undefined|\[object|NaN|Infinity/

test.each(names)('the page of %s shows every parameter, in both languages and on a phone', async (name) => {
  for (const [path, width] of [
    [`models/${name}/`, 1280],
    [`zh/models/${name}/`, 390],
  ] as const) {
    const { text, rows, wide, faults } = await onPage(
      path,
      async (page, found) => {
        await picture(page, path.replaceAll('/', '_'))
        return {
          text: await page.locator('body').innerText(),
          rows: await page.locator('[id^="p-"]').evaluateAll((all) => all.map(({ id }) => id.slice(2))),
          wide: await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          faults: found,
        }
      },
      width,
    )
    expect(faults, path).toEqual([])
    expect(text, path).not.toMatch(oddities)
    expect(rows, path).toEqual(modelOf(name).parameters.map((parameter) => parameter.name))
    expect(wide, path).toBeLessThanOrEqual(0)
  }
})

test('the playground suggests the values that the service has at the moment, once a key is set', async () => {
  const voices = { object: 'value_list', path: '/voice', name: 'voices', values: ['en-000', 'someone-new'], read: 1 }
  const suggested = (extensions: string[]): Promise<[before: number, after: string[]]> =>
    onPage('models/choir-400/', async (page) => {
      let asked = 0
      await page.route('**/api/v2/model-center/**', (route) => {
        asked += 1
        const isList = route.request().url().includes('/value-lists?model=choir-400')
        return route.fulfill({
          json: isList ? { object: 'list', data: [voices] } : { object: 'capabilities', extensions },
        })
      })
      const values = (): Promise<string[]> =>
        page.locator('#s-voice option').evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value))
      const before = (await values()).length
      await page.locator('[data-checked]').waitFor({ state: 'attached', timeout: 300_000 })
      expect(asked, 'nothing before there is a key').toBe(0)
      await page.locator('[data-api-key]').evaluate((input: HTMLInputElement) => {
        input.value = 'key'
        input.dispatchEvent(new Event('change', { bubbles: true }))
      })
      await expect.poll(() => asked, { timeout: 300_000 }).toBeGreaterThan(0)
      if (extensions.includes('value-lists'))
        await expect.poll(async () => (await values()).length, { timeout: 300_000 }).toBeLessThan(before)
      return [before, await values()]
    })
  expect(await suggested(['value-lists'])).toEqual([400, ['en-000', 'someone-new']])
  expect((await suggested([]))[1]).toHaveLength(400)
})

test('a chosen file is checked for the request that stands in the form', async () => {
  const buffer = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  buffer.writeUInt32BE(1280, 16)
  const said = (resolution: string): Promise<string> =>
    onPage(
      `models/matrix-v/#request=${encodeURIComponent(JSON.stringify({ model: 'matrix-v', prompt: 'x', duration: 5, resolution }))}`,
      async (page) => {
        // The files of a field are taken by its script.
        await page.locator('[data-playground][data-checked]').waitFor()
        const field = page.locator('[data-parameter="images"]')
        await field.locator('input[type="file"]').setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer })
        const state = field.locator('[data-file-state]')
        await expect.poll(() => state.textContent(), { timeout: 300_000 }).not.toMatch(/^(Reading .*)?$/)
        return (await state.textContent()) ?? ''
      },
    )
  expect(await said('480p')).toContain('the width is 1280 px; it must be at most 512 px where resolution is 480p')
  expect(await said('720p')).not.toContain('width')
})

test.each(names)('the form of %s takes a usual request and says what an empty one lacks', async (name) => {
  const model = modelOf(name)
  await onPage(`models/${name}/`, async (page, faults) => {
    const fields = await page
      .locator('[data-playground] [data-parameter]')
      .evaluateAll((all) => all.map((field) => field.getAttribute('data-parameter')))
    expect(fields).toEqual(model.parameters.map((parameter) => parameter.name))
    const shown = async (request: object): Promise<string[]> => {
      await page.evaluate(async (text) => {
        const form = document.querySelector('[data-playground]')
        if (form === null) throw new Error('there is no form')
        const checked = new Promise((resolve) => {
          new MutationObserver(resolve).observe(form, {
            attributes: true,
            subtree: true,
            attributeFilter: ['data-checked'],
          })
        })
        location.hash = `#request=${encodeURIComponent(text)}`
        await checked
      }, JSON.stringify(request))
      return page
        .locator('[data-playground] .finding:not([hidden])')
        .evaluateAll((all) =>
          all.flatMap(({ id, textContent }) => (id.startsWith('e-') && textContent ? id.slice(2) : [])),
        )
    }
    const { model: _, ...usual } = model.requests.usual.en
    expect(await shown(usual)).toEqual([])
    await picture(page, `form-${name}`)
    expect(await shown({})).toEqual(model.parameters.flatMap((parameter) => (parameter.required ? parameter.name : [])))
    expect(faults).toEqual([])
  })
})

test('null as a value has its name in the table and in the form, and is chosen where the request has it', async () => {
  await onPage('models/shade-3/', async (page, faults) => {
    const cell = page.locator('#p-look [data-label="Takes"]')
    expect(await cell.innerText()).toMatch(/soft\s+Soft light\s+hard\s+old\s+null\s+As it is/)
    expect(await page.locator('#p-look [data-label="Default"]').innerText()).toBe('null')
    expect(await page.locator('#p-frame').innerText()).toContain('null: No edge')
    expect(await page.locator('#p-layers').innerText()).toContain('null: Empty')
    const boxOf = (name: string): ReturnType<Page['locator']> =>
      page.locator(`[data-parameter="${name}"] label.null`).filter({ has: page.locator('[data-null]') })
    expect(await boxOf('look').innerText()).toContain('null As it is')
    expect(await boxOf('finish').locator('input').isChecked()).toBe(true)
    expect(await boxOf('look').locator('input').isChecked()).toBe(false)
    expect(faults).toEqual([])
  })
  await onPage('zh/models/shade-3/', async (page, faults) => {
    expect(await page.locator('#p-layers').innerText()).toContain('null：空')
    expect(faults).toEqual([])
  })
})

test('the finder has a row for each, with the files that it takes', async () => {
  await onPage('models/', async (page, faults) => {
    await picture(page, 'finder')
    const rows = await page
      .locator('tr[data-output]')
      .evaluateAll((all) => all.map((row) => (row as HTMLElement).innerText.replaceAll(/\s+/g, ' ')))
    const rowOf = (id: string): string => rows.find((row) => row.includes(id)) ?? ''
    for (const name of names) {
      expect(rowOf(modelOf(name).id), name).not.toBe('')
      expect(rowOf(modelOf(name).id), name).not.toMatch(oddities)
    }
    expect(rowOf('palette-5')).toContain('images ≤3')
    expect(rowOf('inpaint-x')).toMatch(/images, masks/)
    expect(rowOf('reel-story')).toContain('images')
    // Stated in ms, and as a number with decimals.
    expect(rowOf('sonata-3')).toContain('3–300')
    expect(rowOf('orbit-cam')).toContain('text 1–240')
    expect(faults).toEqual([])
  })
})
