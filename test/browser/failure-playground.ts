import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newPage, sharedSite, type SiteUnderTest, watchFaults } from './site-harness.js'

/** The failure playground: the client of this project in the page, against a service that is simulated there. */

let site: SiteUnderTest
beforeAll(async () => {
  site = await sharedSite()
})

const path = 'guides/failures/'

/** What axe finds in the playground as it stands. */
const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  return await page.evaluate(async () => {
    interface Axe {
      run: (scope: string) => Promise<{ violations: { id: string }[] }>
    }
    const { axe } = globalThis as unknown as { axe: Axe }
    return (await axe.run('[data-failures]')).violations.map(({ id }) => id)
  })
}

const open = async (folder = ''): Promise<Page> => {
  const page = await newPage()
  await page.goto(`${site.url}${folder}${path}`)
  return page
}

const choose = async (page: Page, name: string, checked = true): Promise<void> =>
  await page.locator(`[data-failures] input[name="${name}"]`).setChecked(checked, { force: true })
/** Chooses a fault in the page as soon as something has happened there: before the client repeats its request, however slow this process is. */
const chooseAsSoonAs = async (page: Page, text: string, name: string): Promise<void> =>
  await page.evaluate(
    ([words, fault]) => {
      const list = document.querySelector('[data-events]')
      const input = document.querySelector<HTMLInputElement>(`[data-failures] input[name="${fault}"]`)
      if (list === null || input === null) throw new Error('the playground is not there')
      new MutationObserver((_, observer) => {
        if (list.textContent?.includes(words) !== true) return
        observer.disconnect()
        input.click()
      }).observe(list, { childList: true, subtree: true, characterData: true })
    },
    [text, name] as const,
  )
const press = async (page: Page, name: string): Promise<void> => await page.locator(`[data-${name}]`).click()

/** What has happened, a line each. */
const events = async (page: Page): Promise<string[]> => await page.locator('[data-events] > li').allTextContents()
const happened = async (page: Page, text: string | RegExp): Promise<void> =>
  await page.locator('[data-events] > li', { hasText: text }).first().waitFor()
const completed = async (page: Page, task: string): Promise<void> =>
  await page.locator('[data-events] > li', { hasText: `has the file of ${task}` }).waitFor()

const books = async (page: Page): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      ['posts', 'tasks', 'credits'].map(async (name): Promise<[string, number]> => [
        name,
        Number(await page.locator(`[data-${name}]`).textContent()),
      ]),
    ),
  )
const journal = async (page: Page): Promise<string[]> => await page.locator('[data-journal] > li > b').allTextContents()

/** The keys of the POSTs, as they are shown. */
const keys = async (page: Page): Promise<string[]> =>
  (await events(page)).flatMap((line) => /^POST \/tasks (\w+…)/.exec(line)?.[1] ?? [])

test('nothing fails: one POST, one task, its file, no request to any host, and nothing that axe finds', async () => {
  const page = await open()
  const faults = watchFaults(page, new URL(site.url).origin)
  const advice = page.getByText('each request and its answer appear here')
  expect(await advice.isVisible()).toBe(true)
  await press(page, 'run')
  await completed(page, 'task_1')
  expect(await books(page)).toEqual({ posts: 1, tasks: 1, credits: 95 })
  expect(await journal(page)).toEqual(['intent', 'submitted', 'ended'])
  await page.getByRole('img', { name: 'the result of task_1' }).waitFor()
  expect(await advice.isVisible()).toBe(false)
  expect(faults).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
  }
  await page.context().close()
})

test('a lost answer costs two POSTs under one key, one task and its credits once', async () => {
  const page = await open()
  await choose(page, 'lost')
  await press(page, 'run')
  await completed(page, 'task_1')
  expect(await books(page)).toEqual({ posts: 2, tasks: 1, credits: 95 })
  const [first, second] = await keys(page)
  expect(first).toBe(second)
  expect(await page.locator('input[name="lost"]').isChecked()).toBe(false)
  await page.context().close()
})

test('without Idempotency-Keys a lost answer ends the program, and the same request is sent no second time', async () => {
  const page = await open()
  await choose(page, 'keys', false)
  await choose(page, 'lost')
  await press(page, 'run')
  await happened(page, 'SubmitUnknownError')
  expect(await books(page)).toEqual({ posts: 1, tasks: 1, credits: 95 })
  expect(await journal(page)).toEqual(['intent'])
  await press(page, 'run')
  await happened(page, 'an identical request may have been accepted')
  expect((await books(page)).posts).toBe(1)
  await page.context().close()
})

test('after 429 the client waits as it was asked to, and sends again', async () => {
  const page = await open()
  await choose(page, 'busy')
  await press(page, 'run')
  await completed(page, 'task_1')
  expect(await books(page)).toEqual({ posts: 2, tasks: 1, credits: 95 })
  await page.context().close()
})

test('a wait outlives a service that is stopped', async () => {
  const page = await open()
  await press(page, 'run')
  await happened(page, 'has made task_1')
  await choose(page, 'stopped')
  await happened(page, 'The wait goes on')
  await choose(page, 'stopped', false)
  await completed(page, 'task_1')
  expect(await books(page)).toEqual({ posts: 1, tasks: 1, credits: 95 })
  await page.context().close()
})

test('what met a stopped service is resumed from the journal', async () => {
  const page = await open()
  // The first run learns that the service keeps keys, and is then cut off.
  await choose(page, 'lost')
  await chooseAsSoonAs(page, 'answer lost', 'stopped')
  await press(page, 'run')
  await happened(page, 'answer lost')
  await happened(page, 'SubmitUnknownError')
  await choose(page, 'stopped', false)
  await press(page, 'resume')
  await completed(page, 'task_1')
  expect(await books(page)).toMatchObject({ tasks: 1, credits: 95 })
  await happened(page, 'under this key. No POST is needed')
  await page.context().close()
})

test('an expired URL costs a query, and no second task', async () => {
  const page = await open()
  await choose(page, 'expired')
  await press(page, 'run')
  await completed(page, 'task_1')
  await happened(page, 'asks the task for a fresh one')
  expect(await books(page)).toEqual({ posts: 1, tasks: 1, credits: 95 })
  await page.context().close()
})

test('a second run beside the first sends nothing', async () => {
  const page = await open()
  await press(page, 'run')
  await happened(page, 'has made task_1')
  await press(page, 'run')
  await happened(page, 'the journal has the same request')
  await completed(page, 'task_1')
  expect(await books(page)).toEqual({ posts: 1, tasks: 1, credits: 95 })
  await page.context().close()
})

test('a program that was killed is resumed without another POST', async () => {
  const page = await open()
  await press(page, 'run')
  await happened(page, 'has made task_1')
  await page.locator('[data-journal] > li', { hasText: 'submitted' }).waitFor()
  await press(page, 'kill')
  await press(page, 'resume')
  await completed(page, 'task_1')
  expect(await books(page)).toEqual({ posts: 1, tasks: 1, credits: 95 })
  expect(await journal(page)).toEqual(['intent', 'submitted', 'ended'])
  await press(page, 'start-over')
  expect(await books(page)).toEqual({ posts: 0, tasks: 0, credits: 100 })
  expect([await events(page), await journal(page)]).toEqual([[], []])
  expect(await page.getByText('each request and its answer appear here').isVisible()).toBe(true)
  await page.context().close()
})

test('a program that is killed while its POST is under way has bought a task, which is found without another POST', async () => {
  const page = await open()
  await press(page, 'run')
  await page.locator('[data-journal] > li', { hasText: 'intent' }).waitFor()
  await press(page, 'kill')
  await happened(page, 'has made task_1')
  await press(page, 'resume')
  await completed(page, 'task_1')
  expect(await books(page)).toEqual({ posts: 1, tasks: 1, credits: 95 })
  await page.context().close()
})

test('to resume beside a program that runs ends that program first', async () => {
  const page = await open()
  await press(page, 'run')
  await happened(page, 'has made task_1')
  await press(page, 'resume')
  await happened(page, 'The program was killed')
  await completed(page, 'task_1')
  expect(await books(page)).toEqual({ posts: 1, tasks: 1, credits: 95 })
  await page.context().close()
})

test('in Chinese, from the keyboard alone, on a phone: what happens is told, and the focus stays', async () => {
  const page = await open('zh/')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.locator('input[name="expired"]').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await happened(page, '程序已取得 task_1 的文件')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('运行程序')
  await happened(page, 'URL 已过期')
  expect(await page.locator('[role="log"]').count()).toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  )
  await page.context().close()
})
