import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { launchBrowser } from './launch.js'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('Chromium starts, runs script and knows light-dark()', async () => {
  const page = await browser.newPage()
  await page.setContent('<p>纸船</p>')
  expect(await page.evaluate(() => CSS.supports('color', 'light-dark(white, black)'))).toBe(true)
  expect(await page.locator('p').textContent()).toBe('纸船')
})
