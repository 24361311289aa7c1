import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { temporaryFolder } from './support/folder.js'
import { testService } from './support/service.js'

function builtSite(): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'models', 'beta-5.0'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<h1>home</h1>')
  writeFileSync(join(folder, '404.html'), '<h1>no such page</h1>')
  writeFileSync(join(folder, 'models', 'beta-5.0', 'index.html'), '<h1>beta</h1>')
  return folder
}

const page = { headers: { accept: 'text/html,*/*' } }

test('without a site there is a first page that says what to do next', async () => {
  const { service } = await testService()
  const response = await fetch(service.url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await response.text()).toContain('npx model-tasks run sd_2.0_discount')
  expect(service.servesSite).toBe(false)
})

test('a built site is served, its folders with a slash', async () => {
  const { service, call } = await testService({ siteDirectory: builtSite() })
  expect(service.servesSite).toBe(true)
  expect(await (await fetch(service.url)).text()).toBe('<h1>home</h1>')
  expect(await (await fetch(`${service.url}/models/beta-5.0/`)).text()).toBe('<h1>beta</h1>')
  const redirect = await fetch(`${service.url}/models/beta-5.0`, { redirect: 'manual' })
  expect([redirect.status, redirect.headers.get('location')]).toEqual([301, '/models/beta-5.0/'])
  expect((await call('GET', '/capabilities')).body.extensions).toContain('docs')
})

test('prepared twins are sent compressed; files named by their content are kept for good', async () => {
  const directory = builtSite()
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'assets', 'site.1a2b3c4d.css'), 'a{}')
  writeFileSync(join(directory, 'index.html.gz'), gzipSync('<h1>home</h1>'))
  const { service } = await testService({ siteDirectory: directory })
  const home = await fetch(service.url)
  expect([home.headers.get('content-encoding'), home.headers.get('vary'), await home.text()]).toEqual([
    'gzip',
    'accept-encoding',
    '<h1>home</h1>',
  ])
  expect(home.headers.get('cache-control')).toBe('public, max-age=0')
  expect((await fetch(`${service.url}/assets/site.1a2b3c4d.css`)).headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable',
  )
})

test('a browser gets the site’s page for what is not there, a program gets a problem', async () => {
  const { service } = await testService({ siteDirectory: builtSite() })
  const shown = await fetch(`${service.url}/models/none/`, page)
  expect([shown.status, await shown.text()]).toEqual([404, '<h1>no such page</h1>'])
  expect((await fetch(`${service.url}/models/none/`)).headers.get('content-type')).toContain('problem+json')
  expect((await fetch(`${service.baseUrl}/v2/model-center/none`, page)).headers.get('content-type')).toContain(
    'problem+json',
  )
})

test.each(['/..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/models/..%5c..%5cindex.html'])(
  'nothing outside the site is served for %s',
  async (path) => {
    const { service } = await testService({ siteDirectory: builtSite() })
    expect([400, 404]).toContain((await fetch(`${service.url}${path}`)).status)
  },
)

test('no page of the site may be framed or tells where its reader came from', async () => {
  const headers = { 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' }
  const built = (await testService({ siteDirectory: builtSite() })).service.url
  const unbuilt = (await testService()).service.url
  for (const url of [`${built}/`, `${built}/models/beta-5.0/`, `${built}/none`, `${unbuilt}/`]) {
    const response = await fetch(url, page)
    expect(Object.fromEntries(response.headers), url).toMatchObject({
      ...headers,
      'content-security-policy': expect.stringContaining(`frame-ancestors 'none'`),
    })
  }
})
