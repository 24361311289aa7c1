import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { treeFaults } from './tree-faults.js'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Axe = { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }

/**
 * What is wrong with a page of the console at a width and in a theme: what axe finds, what a screen reader would miss, and whether
 * it is wider than the screen. With `MODEL_TASKS_SHOTS`, a folder, a screenshot of it is kept there.
 */
export async function consoleFaults(
  page: Page,
  url: string,
  { path, width, colorScheme }: { path: string; width: number; colorScheme: 'light' | 'dark' },
): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme })
  await page.goto(`${url}${path}`)
  const shots = process.env['MODEL_TASKS_SHOTS']
  const name =
    path
      .split('/')
      .slice(2)
      .join('-')
      .replace(/task_\w+/, 'one') || 'overview'
  if (shots !== undefined)
    await page.screenshot({ path: join(shots, `${name}-${width}-${colorScheme}.png`), fullPage: true })
  const place = `${path} (${width} px, ${colorScheme})`
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await page.evaluate(axeSource)
  const violations = await page.evaluate(async (dark) => {
    const { axe } = globalThis as unknown as { axe: Axe }
    const { violations: found } = await axe.run(dark ? { runOnly: { type: 'tag', values: ['cat.color'] } } : {})
    return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, colorScheme === 'dark')
  const tree = colorScheme === 'dark' ? [] : await treeFaults(page)
  return [
    ...(wide > 0 ? [`${place} is ${wide} px too wide`] : []),
    ...[...violations, ...tree].map((found) => `${place} ${found}`),
  ]
}
