import * as real from 'node:fs'
import { dirname, join } from 'node:path'
import type { Random } from './random.js'

/** The functions as they are before they are replaced for simulated processes. */
const fs = { ...real }

/** A file that a name had, with its data as it was last synchronized. */
interface Before {
  ino: number
  data: Buffer
}

/** Something that was changed, and when. */
interface Change<T> {
  before: T
  at: number
}

const nothing = Buffer.alloc(0)
/** Files that SQLite writes to by itself, and synchronizes at each commit. */
const ofDatabase = /\.db(?:-wal|-shm)?$/
/** Milliseconds after which an operating system writes to its disk what no program has synchronized. */
const writtenBack = 30_000

/**
 * What disks keep when their machines lose power: of each file the data that was last synchronized. The name under which a file is
 * synchronized is durable with its data, as on ext4, XFS and Btrfs; that a file was renamed or removed is durable once the file or
 * its folder is synchronized. All else is durable after half a minute, folders are at once. The database's own files do not pass here: each of its commits is durable.
 */
export class Durability {
  /** What is durable of each file that was written to since it was synchronized, by inode. */
  readonly #data = new Map<number, Change<Buffer>>()
  /** What was under each name that has changed and is not durable; undefined: nothing. */
  readonly #names = new Map<string, Change<Before | undefined>>()

  /** `now`: milliseconds since the world began. */
  constructor(readonly now: () => number) {}

  /** Runs a call of the disk, and notes what of it is not durable. Its paths are real ones. */
  during<T>(name: string, args: readonly unknown[], run: () => T): T {
    const [target, other] = args
    this.#writeBack()
    if (name === 'rename' && typeof target === 'string' && typeof other === 'string') {
      this.#renaming(target, other)
      return run()
    }
    if (name === 'unlink' || name === 'rm') for (const path of filesOf(String(target))) this.#changing(path)
    if (name === 'link') this.#changing(String(other))
    if (name === 'copyFile') return this.#writing(String(other), run)
    if (name === 'open' && typeof target === 'string' && typeof other === 'string' && /[wa+]/.test(other))
      return this.#writing(target, run, other.startsWith('w'))
    if (name === 'writeFile' || name === 'appendFile' || name === 'truncate') {
      const result = typeof target === 'string' ? this.#writing(target, run) : this.#writingTo(Number(target), run)
      if (Object(args[2]).flush === true) this.#settled(fs.statSync(String(target)).ino)
      return result
    }
    if (name === 'write' || name === 'writev' || name === 'ftruncate') return this.#writingTo(Number(target), run)
    const result = run()
    if (name === 'fsync' || name === 'fdatasync') this.#synchronized(Number(target))
    return result
  }

  /** The machine whose folder this is loses power: what is not durable is lost, or is there by chance, in whole or in part. */
  lose(folder: string, random: Random, keeps: number): void {
    this.#writeBack()
    const there = filesOf(folder)
    const changed = [...this.#names.keys()].filter((path) => path.startsWith(`${folder}/`))
    for (const path of [...new Set([...there, ...changed])].sort()) {
      const now = fs.existsSync(path) ? { ino: fs.statSync(path).ino, data: fs.readFileSync(path) } : undefined
      const isChanged = this.#names.has(path) && !random.chance(keeps)
      const kept = isChanged ? this.#names.get(path)?.before : now
      this.#names.delete(path)
      if (kept === undefined) {
        if (now !== undefined) fs.unlinkSync(path)
        continue
      }
      const durable = isChanged ? undefined : this.#data.get(kept.ino)?.before
      const data = durable === undefined ? kept.data : tornOf(durable, kept.data, random, keeps)
      if (kept.ino === now?.ino && data.equals(now.data)) continue
      // In place where it is the same file, so that other names of it have that too.
      if (now !== undefined && kept.ino !== now.ino) fs.unlinkSync(path)
      fs.mkdirSync(dirname(path), { recursive: true })
      fs.writeFileSync(path, data)
    }
    for (const path of there) {
      const ino = fs.statSync(path, { throwIfNoEntry: false })?.ino
      if (ino !== undefined) this.#data.delete(ino)
    }
  }

  /** Forgets what the operating system has written by itself. */
  #writeBack(): void {
    const before = this.now() - writtenBack
    for (const changes of [this.#data, this.#names] as Map<unknown, Change<unknown>>[])
      for (const [key, { at }] of changes) if (at < before) changes.delete(key)
  }

  #renaming(from: string, to: string): void {
    if (!fs.existsSync(from)) return
    if (fs.statSync(from).isDirectory()) {
      this.#moving(`${from}/`, `${to}/`)
      return
    }
    this.#changing(from)
    this.#changing(to)
  }

  /** A folder has another name at once, with all that is in it. */
  #moving(from: string, to: string): void {
    for (const [path, change] of [...this.#names])
      if (path.startsWith(from)) {
        this.#names.delete(path)
        this.#names.set(to + path.slice(from.length), change)
      }
  }

  /** A name is about to stand for something else. */
  #changing(path: string): void {
    if (this.#names.has(path) || ofDatabase.test(path)) return
    this.#names.set(path, { before: this.#fileAt(path), at: this.now() })
  }

  #fileAt(path: string): Before | undefined {
    const stat = fs.statSync(path, { throwIfNoEntry: false })
    if (stat === undefined || !stat.isFile()) return undefined
    return { ino: stat.ino, data: this.#data.get(stat.ino)?.before ?? fs.readFileSync(path) }
  }

  /** Runs what writes to a path, which may make the file. */
  #writing<T>(path: string, run: () => T, empties = true): T {
    if (ofDatabase.test(path)) return run()
    const before = this.#fileAt(path)
    if (before === undefined && !fs.existsSync(path)) this.#changing(path)
    const result = run()
    const ino = fs.statSync(path, { throwIfNoEntry: false })?.ino
    if (ino === undefined || (before !== undefined && !empties)) return result
    if (!this.#data.has(ino))
      this.#data.set(ino, { before: before?.ino === ino ? before.data : nothing, at: this.now() })
    return result
  }

  #writingTo<T>(fd: number, run: () => T): T {
    const { ino } = fs.fstatSync(fd)
    if (!this.#data.has(ino)) this.#data.set(ino, { before: fs.readFileSync(`/proc/self/fd/${fd}`), at: this.now() })
    return run()
  }

  #synchronized(fd: number): void {
    const stat = fs.fstatSync(fd)
    if (stat.isDirectory()) {
      const folder = fs.readlinkSync(`/proc/self/fd/${fd}`)
      for (const path of [...this.#names.keys()]) if (dirname(path) === folder) this.#names.delete(path)
      return
    }
    this.#settled(stat.ino)
  }

  #settled(ino: number): void {
    this.#data.delete(ino)
    for (const [path, { before }] of [...this.#names])
      if (before?.ino === ino || fs.statSync(path, { throwIfNoEntry: false })?.ino === ino) this.#names.delete(path)
  }
}

/** What is left of a file: what was durable, and by chance some of what was appended since, or all that was written. */
function tornOf(durable: Buffer, data: Buffer, random: Random, keeps: number): Buffer {
  if (!random.chance(keeps)) return durable
  const isAppended = data.length > durable.length && data.subarray(0, durable.length).equals(durable)
  return isAppended ? data.subarray(0, durable.length + 1 + random.below(data.length - durable.length)) : data
}

/** The files of a folder and below it; of a file, itself. */
function filesOf(path: string): string[] {
  const stat = fs.statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (!stat.isDirectory()) return stat.isFile() ? [path] : []
  return real
    .readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
