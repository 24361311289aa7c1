import { beforeAll, expect, test } from 'vitest'
import { everyKind } from './page-kinds.js'
import { checked, newPage, sharedSite, type SiteUnderTest } from './site-harness.js'
import { capabilities } from './task-answers.js'
import { treeFaults } from './tree-faults.js'

/** Pages as a screen reader has them: the tree of roles and names that Chromium hands to it. */

let site: SiteUnderTest
beforeAll(async () => {
  site = await sharedSite()
})

test('everything has a name of its own, headings and landmarks give the order, on a page of each kind', async () => {
  site.api = (path) => (path.endsWith('/capabilities') ? capabilities : undefined)
  const page = await newPage()
  for (const path of [...everyKind, 'diagnostics/S002/', 'guides/client/batch/', 'interface/extensions/']) {
    await page.goto(site.url + path)
    if (await page.locator('[data-playground]').count()) await checked(page)
    // Names come with the layout, which may be a moment behind.
    await expect.poll(async () => (await treeFaults(page)).map((fault) => `${path}: ${fault}`)).toEqual([])
  }
  await page.context().close()
})
