import { afterAll, describe, expect, test } from 'vitest'
import { closeSite, sharedSite } from './site-harness.js'

/**
 * The site in a browser. All of it in one file: the site is rendered once, and one server and one Chromium serve every
 * part. `-t '^tasks '` runs one part.
 */

afterAll(closeSite)

test('Chromium starts, runs script and knows light-dark()', async () => {
  const { browser } = await sharedSite()
  const page = await browser.newPage()
  await page.setContent('<p>纸船</p>')
  expect(await page.evaluate(() => CSS.supports('color', 'light-dark(white, black)'))).toBe(true)
  expect(await page.locator('p').textContent()).toBe('纸船')
  await page.context().close()
})

describe('links', async () => void (await import('./links.js')))
describe('pages', async () => void (await import('./pages.js')))
describe('keyboard', async () => void (await import('./keyboard.js')))
describe('tree', async () => void (await import('./tree.js')))
describe('loading', async () => void (await import('./loading.js')))
describe('playground', async () => void (await import('./playground.js')))
describe('tasks', async () => void (await import('./tasks.js')))
describe('announced', async () => void (await import('./announced.js')))
describe('failures', async () => void (await import('./failures.js')))
describe('kept', async () => void (await import('./kept.js')))
describe('client', async () => void (await import('./client.js')))
describe('by request', async () => void (await import('./by-request.js')))
describe('failure playground', async () => void (await import('./failure-playground.js')))
describe('reading', async () => void (await import('./reading.js')))
