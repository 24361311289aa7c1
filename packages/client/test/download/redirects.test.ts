/** What becomes of a result whose URL redirects. The client follows as `fetch` does, and its key goes nowhere. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { faults, startFaultServer, type FaultServer } from '../../src/testing/index.js'
import { answer, etag, failed, scene } from './support.js'

const now = scene()
const half = 30_000

/** A host elsewhere, with a result of its own. */
async function elsewhere(): Promise<FaultServer & { url: string }> {
  const other = await startFaultServer({ script: [{ status: 'completed' }] })
  onTestFinished(() => other.close())
  return Object.assign(other, { url: `${new URL(other.baseUrl).origin}/files/x.mp4` })
}

describe('a result that is redirected', () => {
  it.each([301, 302, 303, 307, 308])(
    'by %i to another host is received from there, without the key',
    async (status) => {
      const other = await elsewhere()
      const handle = await now.completed()
      now.server.next('result', faults.redirect(other.url, status))
      await handle.download(now.path)
      expect(other.result.equals(await readFile(now.path))).toBe(true)
      const [asked] = other.requests
      expect(asked?.headers.authorization).toBeUndefined()
      expect(asked?.headers['accept-encoding']).toBe('identity')
    },
  )

  it('in a circle is not received, and the error names no more than its host', async () => {
    const handle = await now.completed({ retries: 0 })
    now.server.next('result', ...Array.from({ length: 30 }, () => faults.redirect('')))
    expect((await failed(handle.download(now.path))).message).toMatch(/redirect count exceeded/)
    expect(await now.files()).toEqual([])
  })

  it.each(['file:///etc/passwd', 'data:video/mp4;base64,AAAA', 'javascript:1', 'http://[not'])(
    'to %s is not received',
    async (location) => {
      const handle = await now.completed({ retries: 0 })
      now.server.next('result', faults.redirect(location))
      await failed(handle.download(now.path))
      expect(await now.files()).toEqual([])
    },
  )

  it('to a URL with credentials is not received, and no error shows them', async () => {
    const other = await elsewhere()
    const handle = await now.completed({ retries: 0 })
    now.server.next('result', faults.redirect(other.url.replace('//', '//user:secret@')))
    const error = await failed(handle.download(now.path))
    expect(JSON.stringify([error, error.message, error.stack, String(error.cause)])).not.toMatch(/user:|secret/)
    expect(other.requests).toEqual([])
  })
})

describe('the rest of a result that is redirected', () => {
  it('to the same version is joined to what is there', async () => {
    const handle = await now.completed()
    const other = await elsewhere()
    const rest = now.server.result.subarray(half)
    other.next('result', answer(206, { etag, 'content-range': `bytes ${half}-65535/65536` }, rest))
    now.server.next('result', now.cutAfter(half), faults.redirect(other.url))
    await handle.download(now.path, { onBytes: ({ bytes }) => bytes === half && now.cut() })
    expect(now.server.result.equals(await readFile(now.path))).toBe(true)
    expect(other.requests.map(({ headers }) => headers.range)).toEqual([`bytes=${half}-`])
  })

  it('to another version is not: the file is received from its beginning', async () => {
    const handle = await now.completed()
    const other = await elsewhere()
    const bytes = randomBytes(65_536 - half)
    other.next('result', answer(206, { etag: '"two"', 'content-range': `bytes ${half}-65535/65536` }, bytes))
    now.server.next('result', now.cutAfter(half), faults.redirect(other.url))
    await handle.download(now.path, { onBytes: ({ bytes: received }) => received === half && now.cut() })
    expect(now.server.result.equals(await readFile(now.path))).toBe(true)
    expect(now.ranges()).toEqual([undefined, `bytes=${half}-`, undefined])
  })

  it('to a host that answers with a whole other file is that file, and no mixture', async () => {
    const handle = await now.completed()
    const other = await elsewhere()
    now.server.next('result', now.cutAfter(half), faults.redirect(other.url))
    await handle.download(now.path, { onBytes: ({ bytes }) => bytes === half && now.cut() })
    expect(other.result.equals(await readFile(now.path))).toBe(true)
  })
})
