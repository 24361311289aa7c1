import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, rmdir, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { hasCode } from '../disk/error-code.js'
import { thisProcess } from './owner.js'

/** A lock that is held. */
export interface Lock {
  release(): Promise<void>
}

/** What a process has put into the folder of a lock to take it. */
export interface Claim {
  /** Which process; see `thisProcess`. */
  readonly owner: string
  readonly file: string
  /** Whether it has the lock; else it tries to. */
  readonly held: boolean
  /** Milliseconds since it was put there. */
  readonly age: number
}

/** How often a process looks whether another, which tries at the same time and must yield, has done so; a millisecond passes each time. */
const looks = 1_000
/** How the name of a claim begins; any other file in the folder is none. */
const isClaim = /^[0-9a-f]{16}%20/

/**
 * Takes a lock that holds across processes, or answers whose claim stands in the way. A lock is a folder with one file, a claim,
 * per process that has the lock or tries to take it. A process that finds no other claim once its own is there has the lock: of two
 * processes, the later one finds the claim of the other. No name is used twice, so that to remove the claim of a process
 * that has ended cannot remove a lock that somebody has taken meanwhile. `isVoid` says which claims no longer count.
 */
export async function takeLock(folder: string, isVoid: (claim: Claim) => boolean): Promise<Lock | Claim> {
  const name = encodeURIComponent(`${randomBytes(8).toString('hex')} ${thisProcess()}`)
  const file = join(folder, name)
  const release = async (): Promise<void> => {
    await rm(file, { force: true })
    // It holds the claims of others, or is gone already.
    await rmdir(folder).catch(() => undefined)
  }
  try {
    await create(folder, file)
    for (let look = 1; ; look++) {
      const others = (await claimsIn(folder, isVoid)).filter((claim) => claim.name !== name)
      if (others.length === 0) {
        // Its length says that the lock is held, since that needs no space on a full disk.
        await truncate(file, 1)
        return { release }
      }
      // Of those that try at once, the first by name goes on, and the others yield.
      const winner = others.find(({ held }) => held) ?? others.find((other) => look === looks || other.name < name)
      if (winner) {
        await release()
        return winner
      }
      await setTimeout(1)
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** Creates a claim. Releasing a lock removes its folder with the last claim. */
async function create(folder: string, file: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  for (;;) {
    // Not `recursive`, which fails where the folder is removed while it looks at it.
    await mkdir(folder, 0o700).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error
    })
    try {
      return await (await open(file, 'wx', 0o600)).close()
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error
    }
  }
}

/** The claims that count. The others are removed. */
async function claimsIn(folder: string, isVoid: (claim: Claim) => boolean): Promise<(Claim & { name: string })[]> {
  const claims: (Claim & { name: string })[] = []
  for (const name of await readdir(folder).catch(ifMissing<string[]>([]))) {
    if (!isClaim.test(name)) continue
    const file = join(folder, name)
    const found = await stat(file).catch(ifMissing(undefined))
    if (!found) continue
    const owner = decodeURIComponent(name).split(' ').slice(1).join(' ')
    const claim = { name, owner, file, held: found.size > 0, age: Date.now() - found.mtimeMs }
    // Where the system does not tell when a process started, an earlier one may have had the ID of this one.
    const unstarted = owner.split(' ')[2] === ''
    const earlier = owner === thisProcess() && unstarted && found.mtimeMs < performance.timeOrigin
    if (earlier || isVoid(claim)) await rm(file, { force: true })
    else claims.push(claim)
  }
  return claims
}

function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (hasCode(error, 'ENOENT')) return value
    throw error
  }
}
