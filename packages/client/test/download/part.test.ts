/** The files of a download on the disk: the part, its note, and the destination. */
import { createHash } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import disk from 'node:fs/promises'
import { mkdir, mkdtemp, readFile, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { hostname, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inspect, place } from '../../src/disk/destination.js'
import { remove, removeKept, takeKept } from '../../src/disk/kept.js'
import { exists, filePath, hasArrived, openFile, openPart } from '../../src/disk/node.js'
import * as none from '../../src/disk/none.js'
import { readNote } from '../../src/disk/note.js'
import { noteOf, PartNames } from '../../src/disk/part-names.js'
import { processNamespace } from '../../src/journal/owner.js'

let folder: string
let path: string
const at = (name: string): string => join(folder, name)
const names = (): string[] => readdirSync(folder).sort()
const part = (): string => at('part')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-part-'))
  path = at('boat.mp4')
})
afterEach(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  const left = openFiles()
  await rm(folder, { recursive: true })
  expect(left).toEqual([])
})

/** The files of the folder that this process has open, where the system tells. */
function openFiles(): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`)
      return target.startsWith(folder) ? target : []
    } catch {
      return []
    }
  })
}

/** Replaces a function of the system in what is tested; it is given the real one. */
function instead<Name extends 'link' | 'open' | 'copyFile' | 'lstat'>(
  name: Name,
  make: (real: (typeof disk)[Name]) => (...args: never[]) => Promise<unknown>,
): void {
  const real = disk[name]
  vi.spyOn(disk, name).mockImplementation(make(real) as never)
  syncBuiltinESMExports()
}
const failure = (code: string): Error => Object.assign(new Error(code), { code })
const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('base64')

describe('a destination', () => {
  it('that is free is filled, and the part is gone', async () => {
    await writeFile(part(), 'new')
    const opened: unknown[] = []
    const destination = await inspect(path)
    expect(destination).toEqual({ path, found: undefined })
    instead(
      'open',
      (real) =>
        (...args) => (opened.push(args[0]), real(...(args as unknown as [string]))),
    )
    await place(part(), destination)
    expect(await readFile(path, 'utf8')).toBe('new')
    expect(names()).toEqual(['boat.mp4'])
    // So that the name is on the disk, too.
    expect(opened).toEqual([folder])
  })

  it('is filled also where a folder cannot be opened, and where files have no links', async () => {
    await writeFile(part(), 'new')
    const destination = await inspect(path)
    instead('open', () => () => Promise.reject(failure('EISDIR')))
    instead('link', () => () => Promise.reject(failure('EPERM')))
    await place(part(), destination)
    expect(await readFile(path, 'utf8')).toBe('new')
    expect(names()).toEqual(['boat.mp4'])
  })

  it('with a file from before is replaced; behind a symbolic link, the file that it names', async () => {
    await writeFile(at('target'), 'old')
    await symlink(at('target'), path)
    await writeFile(part(), 'new')
    await place(part(), await inspect(path))
    expect(await readFile(at('target'), 'utf8')).toBe('new')
    expect(names()).toEqual(['boat.mp4', 'target'])
  })

  it.each(['content', 'time', 'presence'])('whose file has another %s since is left as it is', async (change) => {
    await writeFile(path, 'old')
    if (change === 'presence') await rm(path)
    const destination = await inspect(path)
    await writeFile(path, change === 'content' ? 'longer' : 'old')
    await utimes(path, 1, change === 'time' ? 1 : 2)
    await writeFile(part(), 'new')
    await expect(place(part(), destination)).rejects.toMatchObject({
      code: 'EDESTINATIONCHANGED',
      message: 'another file has appeared there since the download began',
    })
    expect(await readFile(path, 'utf8')).not.toBe('new')
    expect(names()).toEqual(['boat.mp4', 'part'])
  })

  it('that appears in the last moment is left as it is', async () => {
    await writeFile(part(), 'new')
    const destination = await inspect(path)
    instead('link', (real) => async (...args) => {
      await writeFile(path, 'another')
      return real(...(args as unknown as [string, string]))
    })
    await expect(place(part(), destination)).rejects.toMatchObject({ code: 'EDESTINATIONCHANGED' })
    expect(await readFile(path, 'utf8')).toBe('another')
  })

  it.each([
    ['the same bytes', 2_500_000, 2_500_000, undefined, true],
    ['one byte less', 2_500_000, 2_499_999, undefined, false],
    ['another last byte', 2_500_000, 2_500_000, 2_499_999, false],
    ['another byte in the middle', 2_500_000, 2_500_000, 1_048_576, false],
  ])('with %s in the meantime: taken for the result or not', async (_, length, other, changed, same) => {
    const bytes = Buffer.alloc(length, 7)
    const destination = await inspect(path)
    await writeFile(part(), bytes)
    if (changed !== undefined) bytes[changed] = 8
    await writeFile(path, bytes.subarray(0, other))
    const placed = place(part(), destination)
    await (same ? expect(placed).resolves.toBeUndefined() : expect(placed).rejects.toThrow('another file'))
    expect(names()).toEqual(same ? ['boat.mp4'] : ['boat.mp4', 'part'])
  })

  it('that is not a file, or cannot be looked at, is an error before anything is received', async () => {
    await expect(inspect(folder)).rejects.toMatchObject({
      code: 'EISDIR',
      message: expect.stringContaining('not a file') as string,
    })
    await writeFile(path, '')
    await expect(inspect(join(path, 'x'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  })
})

describe('a part', () => {
  const version = { validator: '"one"', digests: {} }

  it('is durable after each 4 MiB, and its note says so', async () => {
    const opened = await openPart(path, 't1', true)
    expect(opened.version).toEqual({ digests: {} })
    await opened.restart(version)
    const synced = async (): Promise<number | undefined> => (await readNote(noteOf(opened.file)))?.synced
    await opened.write(new Uint8Array(4 * 1024 * 1024 - 1))
    expect(await synced()).toBe(0)
    await opened.write(new Uint8Array(1))
    expect(await synced()).toBe(4 * 1024 * 1024)
    await opened.write(new Uint8Array(4 * 1024 * 1024 - 1))
    expect(await synced()).toBe(4 * 1024 * 1024)
    expect(opened.bytes).toBe(8 * 1024 * 1024 - 1)
    await opened.discard()
    await opened.discard()
    expect(names()).toEqual([])
    expect(await opened.release()).toBeUndefined()
  })

  it('without bytes is not kept; one with bytes is, and is continued once', async () => {
    const empty = await openPart(path, 't1', true)
    expect(await empty.release()).toBeUndefined()
    expect(names()).toEqual([])
    const opened = await openPart(path, 't1', true)
    await opened.restart(version)
    await opened.write(Buffer.from('abc'))
    const kept = await opened.release()
    expect(await opened.release()).toBe(kept)
    expect(names()).toEqual([kept, `${kept}.json`].map((name) => name?.slice(folder.length + 1)))
    const [again, other] = [await openPart(path, 't1', true), await openPart(path, 't1', true)]
    expect([again.bytes, other.bytes]).toEqual([3, 0])
    expect(again.version).toEqual(version)
    await again.write(Buffer.from('d'))
    expect(await again.digest('sha-256')).toBe(sha256('abcd'))
    await other.discard()
    await again.finish(async () => expect(await exists(path)).toBe(false))
    expect(await readFile(path, 'utf8')).toBe('abcd')
    expect(names()).toEqual(['boat.mp4'])
  })

  it('whose note cannot be made is an error, and nothing stays open', async () => {
    instead('open', (real) => (...args) => {
      const [name] = args as unknown as [string]
      return name.endsWith('.json') ? Promise.reject(failure('ENOSPC')) : real(...(args as unknown as [string]))
    })
    await expect(openPart(path, 't1', true)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(names()).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')(
    'whose note has no room is an error, and nothing stays open or on the disk',
    async () => {
      instead('open', (real) => (...args) => {
        const [name, flags] = args as unknown as [string, string]
        return real(name.endsWith('.json') ? '/dev/full' : name, flags)
      })
      await expect(openPart(path, 't1', true)).rejects.toMatchObject({ code: 'ENOSPC' })
      expect(names()).toEqual([])
    },
  )

  it('that may replace nothing keeps what it received when there is a file', async () => {
    await writeFile(path, 'old')
    const opened = await openPart(path, 't1', false)
    await opened.restart(version)
    await opened.write(Buffer.from('new'))
    await expect(opened.finish(() => Promise.resolve())).rejects.toMatchObject({ code: 'EDESTINATIONCHANGED' })
    expect(await readFile(path, 'utf8')).toBe('old')
    expect(await readFile((await opened.release()) ?? '', 'utf8')).toBe('new')
  })
})

describe('what an earlier attempt kept', () => {
  const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
  const of = (taskId = 't1'): PartNames => new PartNames(path, taskId)
  const prefix = (): string => of().free.slice(0, -'part'.length)
  const container = createHash('sha256').update(processNamespace()).digest('hex').slice(0, 4)
  const abandoned = (pid = 2 ** 30, of_ = machine, in_ = container): string =>
    `${prefix()}${of_}-${pid}-${in_}0000.part`

  /** A part file with its note. */
  async function kept(file: string, note: object = {}, bytes = 'abcdef'): Promise<string> {
    await writeFile(file, bytes)
    const { ino, mtimeNs } = await stat(file, { bigint: true })
    await writeFile(
      noteOf(file),
      JSON.stringify({
        ...{ taskId: 't1', inode: String(ino), modified: String(mtimeNs), synced: 4 },
        ...{ version: { digests: {}, validator: '"one"' }, ...note },
      }),
    )
    return file
  }

  it.each(['released', 'abandoned'])('(%s) is taken up to where it reached the disk', async (how) => {
    const mine = of()
    await kept(how === 'released' ? mine.free : abandoned())
    expect(await takeKept(mine, 't1')).toMatchObject({ synced: 4, version: { validator: '"one"' } })
    expect(await readFile(mine.mine, 'utf8')).toBe('abcd')
    expect(names()).toEqual([mine.mine.slice(folder.length + 1)])
  })

  it.each<[string, object | undefined]>([
    ['of another task', { taskId: 't2' }],
    ['of another file', { inode: '1' }],
    ['of more bytes than there are', { synced: 7 }],
    ['of a whole file with more bytes', { version: { digests: {}, total: 4 } }],
    ['of a whole file that was written to since', { synced: 6, modified: '1', version: { digests: {}, total: 6 } }],
    ['that is gone', undefined],
  ])('with a note %s is removed', async (_, note) => {
    for (const file of [of().free, abandoned()]) {
      await kept(file, note)
      if (!note) await rm(noteOf(file))
      expect(await takeKept(of(), 't1')).toBeUndefined()
      expect(names()).toEqual([])
    }
  })

  it('in another container with this host name is copied, and left to the process that may still write to it, for a day', async () => {
    const theirs = await kept(abandoned(2 ** 30, machine, container === 'ffff' ? '0000' : 'ffff'))
    const mine = of()
    expect(await takeKept(mine, 't1')).toMatchObject({ synced: 4 })
    expect(await readFile(mine.mine, 'utf8')).toBe('abcd')
    expect(names()).toHaveLength(3)
    await removeKept(of())
    expect(names()).toHaveLength(3)
    const yesterday = Date.now() / 1000 - 90_000
    await utimes(theirs, yesterday, yesterday)
    await removeKept(of())
    expect(names()).toEqual([mine.mine.slice(folder.length + 1)])
  })

  it('and is whole is taken as it is', async () => {
    const mine = of()
    await kept(mine.free, { synced: 6, version: { digests: {}, total: 6 } })
    expect(await takeKept(mine, 't1')).toMatchObject({ synced: 6 })
    expect(await readFile(mine.mine, 'utf8')).toBe('abcdef')
  })

  it('without any durable bytes is removed', async () => {
    await kept(abandoned(), { synced: 0 })
    expect(await takeKept(of(), 't1')).toBeUndefined()
    expect(names()).toEqual([])
  })

  it('and is taken by another process meanwhile is left to it', async () => {
    await kept(abandoned())
    instead('copyFile', () => () => Promise.reject(failure('ENOENT')))
    expect(await takeKept(of(), 't1')).toBeUndefined()
    await kept(abandoned())
    instead('copyFile', () => () => Promise.reject(failure('ENOSPC')))
    await expect(takeKept(of(), 't1')).rejects.toMatchObject({ code: 'ENOSPC' })
  })

  it.each(['note', 'bytes'])('and whose %s changes while it is copied is not trusted', async (what) => {
    const file = await kept(abandoned())
    instead('copyFile', (real) => async (...args) => {
      await real(...(args as unknown as [string, string]))
      if (what === 'bytes') return truncate(file, 3)
      const note = JSON.parse(await readFile(noteOf(file), 'utf8')) as object
      return writeFile(noteOf(file), JSON.stringify({ ...note, synced: 5 }))
    })
    expect(await takeKept(of(), 't1')).toBeUndefined()
    expect(names()).toEqual([])
  })

  it('by a process that runs, on another machine, of another task or under another name belongs to no running process', async () => {
    const others = [
      ...[abandoned(process.pid), abandoned(2 ** 30, '0'.repeat(8)), abandoned().replace(prefix(), at('other.'))],
      ...[of('t2').free, `${prefix()}x${abandoned().slice(prefix().length)}`, `${abandoned()}.jsonl`, `${prefix()}x`],
    ]
    for (const file of others) await kept(file)
    expect(await of().abandoned()).toEqual({ ended: new Set(), unknown: new Set() })
    await writeFile(noteOf(abandoned()), '')
    expect(await of().abandoned()).toEqual({ ended: new Set([abandoned()]), unknown: new Set() })
  })

  it('has a short name of its own for each task', () => {
    expect(of().free).toMatch(/boat\.mp4\.[0-9a-f]{12}\.part$/)
    expect(of().mine).toMatch(new RegExp(`\\.${machine}-${process.pid}-[0-9a-f]{8}\\.part$`))
    expect(of().mine).not.toBe(of().mine)
    expect(of('t2').free).not.toBe(of().free)
  })

  it('and is gone already is removed without an error', async () => {
    await expect(remove(at('none'))).resolves.toBeUndefined()
  })
})

describe('a path', () => {
  it('of a folder names a file in it', async () => {
    expect(await filePath(folder, 'a.mp4')).toBe(at('a.mp4'))
    expect(await filePath(`${at('none')}/`, 'a.mp4')).toBe(join(at('none'), 'a.mp4'))
    expect(await filePath(at('none'), 'a.mp4')).toBe(at('none'))
    await writeFile(path, '')
    expect(await filePath(path, 'a.mp4')).toBe(path)
    expect(await filePath('x.mp4', 'a.mp4')).toBe(resolve('x.mp4'))
    expect([await exists(path), await exists(at('none')), await exists(folder)]).toEqual([true, false, true])
  })

  it('holds a result when length and digest say so; then nothing of it is left beside it', async () => {
    await writeFile(path, 'abc')
    expect(await hasArrived(at('none'), 't1', 3, sha256('abc'))).toBe(false)
    expect(await hasArrived(path, 't1', 2, sha256('ab'))).toBe(false)
    expect(await hasArrived(path, 't1', 3, sha256('abd'))).toBe(false)
    await symlink(path, at('link'))
    expect(await hasArrived(at('link'), 't1', 3, sha256('abc'))).toBe(false)
    await mkdir(at('folder'))
    expect(await hasArrived(at('folder'), 't1', (await stat(at('folder'))).size, sha256(''))).toBe(false)
    await writeFile(new PartNames(path, 't1').free, 'x')
    expect(await hasArrived(path, 't1', 3, sha256('abc'))).toBe(true)
    expect(names()).toEqual(['boat.mp4', 'folder', 'link'])
  })

  it('is opened as a file that is read later', async () => {
    await writeFile(path, 'abc')
    const blob = await openFile(path, 'video/mp4')
    expect([await blob.text(), blob.type]).toEqual(['abc', 'video/mp4'])
    await expect(openFile(dirname(path), 'video/mp4')).rejects.toThrow('it is not a file')
  })
})

it('a platform without a disk says so', async () => {
  const error = { code: 'ENODISK', message: 'this platform has no disk' }
  await expect(none.openPart('a', 't1', true)).rejects.toMatchObject(error)
  await expect(none.openFile('a', 'video/mp4')).rejects.toMatchObject(error)
  expect(await none.filePath('a', 'b')).toBe('a')
  expect(await none.exists('a')).toBe(false)
  expect(await none.hasArrived('a', 't1', 0, '')).toBe(false)
  expect(none.createHasher('md5')).toBeUndefined()
})
