/** The lock of a journal: what stands in its way, what no longer does, and what is left of it. */
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isRunning, ownerState, takeLock, thisProcess, type Claim } from '../src/journal/index.js'
import { takeJournalLock } from '../src/journal/lock.js'
import { isAlive } from '../src/journal/owner.js'

let folder: string
let locks: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-claims-'))
  locks = join(folder, 'a', 'journal.locks')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

const counts = (): boolean => false
/** No process has this ID: it is beyond the largest that systems give. */
const gone = `${hostname()} ${2 ** 30} 1`

/** Puts a claim into the folder, as another process does. */
async function claim(first: string, { owner = thisProcess(), held = true, age = 0 } = {}): Promise<string> {
  await mkdir(locks, { recursive: true })
  const name = encodeURIComponent(`${first.repeat(16)} ${owner}`)
  await writeFile(join(locks, name), held ? '1' : '')
  const when = Date.now() / 1000 - age
  await utimes(join(locks, name), when, when)
  return name
}
const left = (): Promise<string[]> => readdir(locks).catch(() => ['the folder is gone'])

describe('a lock', () => {
  it('is taken where no process has it, is private to its owner, and leaves nothing behind', async () => {
    const lock = await takeLock(locks, counts)
    const [name = ''] = await left()
    expect(decodeURIComponent(name)).toMatch(/^[0-9a-f]{16} /)
    expect(decodeURIComponent(name).slice(17)).toBe(thisProcess())
    expect((await stat(join(locks, name))).size).toBe(1)
    expect((await stat(join(locks, name))).mode & 0o777).toBe(0o600)
    expect((await stat(locks)).mode & 0o777).toBe(0o700)
    if (!('release' in lock)) return expect.fail('it was not taken')
    await lock.release()
    expect(await left()).toEqual(['the folder is gone'])
    // Twice does no harm.
    await lock.release()
  })

  it.each(['0', 'f'])('that somebody holds is not taken, under any name of the claim: %s', async (first) => {
    const name = await claim(first, { owner: 'host 7 8', age: 3 })
    const found = (await takeLock(locks, counts)) as Claim
    expect(found).toMatchObject({ owner: 'host 7 8', held: true, file: join(locks, name) })
    expect(found.age).toBeGreaterThan(2_000)
    expect(found.age).toBeLessThan(60_000)
    expect(await left()).toEqual([name])
  })

  it('is left to the one of two who try that comes first by name', async () => {
    const name = await claim('0', { held: false })
    expect(await takeLock(locks, counts)).toMatchObject({ held: false, file: join(locks, name) })
    expect(await left()).toEqual([name])
  })

  it('is taken by the first by name, once the other has yielded', async () => {
    const other = await claim('f', { held: false })
    let asked = 0
    const lock = await takeLock(locks, ({ file }) => file.endsWith(other) && ++asked > 3)
    expect(lock).toHaveProperty('release')
    expect(asked).toBe(4)
    expect(await left()).not.toContain(other)
  })

  it('passes over claims that no longer count, and removes them', async () => {
    await claim('0', { owner: gone })
    const asked: string[] = []
    const lock = await takeLock(locks, ({ owner }) => (asked.push(owner), owner === gone))
    expect(lock).toHaveProperty('release')
    expect(asked).toContain(gone)
    expect(await left()).toHaveLength(1)
  })

  it('leaves files alone that are not claims', async () => {
    await mkdir(locks, { recursive: true })
    for (const name of ['note', `x${'0'.repeat(16)}%20host`, `${'0'.repeat(15)}%20host`])
      await writeFile(join(locks, name), 'x')
    const lock = await takeLock(locks, counts)
    if (!('release' in lock)) return expect.fail('it was not taken')
    await lock.release()
    expect(await left()).toHaveLength(3)
  })

  it('that cannot be made is an error, and what cannot be looked at too', async () => {
    await writeFile(join(folder, 'a'), 'a file')
    await expect(takeLock(locks, counts)).rejects.toThrow(/ENOTDIR|EEXIST/)
  })

  it('is given up when something goes wrong meanwhile', async () => {
    await claim('0', { owner: gone })
    const failure = (): never => {
      throw new Error('cannot tell')
    }
    await expect(takeLock(locks, failure)).rejects.toThrow('cannot tell')
    expect(await left()).toHaveLength(1)
    await chmod(locks, 0o700)
  })
})

describe('the lock of a journal', () => {
  const [where = '', , start] = thisProcess().split(' ')
  const [host, boot = '', namespace, machine] = where.split('/')
  const ownerWith = (fields: object): string =>
    `${Object.values({ host, boot, namespace, machine, ...fields }).join('/')} ${2 ** 30} ${start}`

  it('is taken over once its process is proven to have ended, however old it is', async () => {
    await claim('0', { age: 86_400 })
    expect(await takeJournalLock(locks)).toBeUndefined()
    await rm(locks, { recursive: true })
    await claim('0', { owner: ownerWith({}) })
    const lock = await takeJournalLock(locks)
    expect(lock).toBeDefined()
    await lock?.release()
  })

  it.skipIf(boot === '').each([
    ['another container', { namespace: '4026539999' }],
    ['another boot', { boot: '0'.repeat(32), namespace: '4026539999' }],
    ['another machine', { host: 'another', boot: '0'.repeat(32), machine: '0'.repeat(12) }],
    ['a machine that was made of the same image', { host: 'another', boot: '0'.repeat(32) }],
  ])('of a process in %s is not taken over', async (_, fields) => {
    await claim('0', { owner: ownerWith(fields), age: 86_400 })
    expect(ownerState(ownerWith(fields))).toBe('unknown')
    expect(await takeJournalLock(locks)).toBeUndefined()
  })

  const isMachine = namespace === '4026531836' && machine !== undefined
  it.skipIf(!isMachine)('of a process from before this machine was started again is taken over', async () => {
    await claim('0', { owner: ownerWith({ boot: '0'.repeat(32) }) })
    const lock = await takeJournalLock(locks)
    expect(lock).toBeDefined()
    await lock?.release()
  })

  it.skipIf(boot === '')('that an earlier version wrote is not taken over: it did not tell containers apart', () => {
    expect(ownerState(`${hostname()} ${2 ** 30} 1`)).toBe('unknown')
    expect(ownerState(`${hostname()} ${process.pid} ${start}`)).toBe('running')
  })
})

describe('a process', () => {
  const start = thisProcess().split(' ')[2]

  it.each([
    ['this one', thisProcess(), true],
    ['of another host', `x${hostname()} ${process.pid} ${start}`, false],
    ['that started at another time', `${hostname()} ${process.pid} ${start}1`, false],
    ['of no ID', hostname(), false],
    ['of an ID that is none', `${hostname()} ${process.pid}x ${start}`, false],
    ['of an ID with a zero before it', `${hostname()} 0${process.pid} ${start}`, false],
    ['of the ID that means a group', `${hostname()} 0 `, false],
    ['of an ID that means another group', `${hostname()} -${process.pid} `, false],
    ['that has ended', gone, false],
  ])('%s', (_, owner, expected) => expect(isRunning(owner)).toBe(expected))

  it('of another user runs', () => {
    vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('not yours'), { code: 'EPERM' })
    })
    expect(isAlive(process.pid)).toBe(true)
  })

  it.each([Object.assign(new Error('no such process'), { code: 'ESRCH' }), new Error('anything else')])(
    'of which the system says %s has ended',
    (error) => {
      vi.spyOn(process, 'kill').mockImplementation(() => {
        throw error
      })
      expect(isAlive(process.pid)).toBe(false)
    },
  )
})
