import { constants, copyFile, rename, rm, stat, truncate } from 'node:fs/promises'
import { hasCode } from './error-code.js'
import { noteOf, type Abandoned, type PartNames } from './part-names.js'
import { readNote, type Note } from './note.js'

/**
 * Makes what an earlier attempt kept the file `names.mine`, without the bytes that may not have reached the disk.
 * Returns what is known of it; undefined when there was nothing to continue, and then there is no such file.
 */
export async function takeKept(names: PartNames, taskId: string): Promise<Note | undefined> {
  const released = await takeReleased(names, taskId)
  if (released) return released
  const { ended, unknown } = await names.abandoned()
  for (const part of [...ended, ...unknown]) {
    const note = await takeAbandoned(part, names, taskId)
    await removeEnded(part, ended)
    if (note) return note
  }
  return undefined
}

/** Removes what transfers that have ended left of a task. */
export async function removeKept(names: PartNames): Promise<void> {
  const { ended, unknown } = await names.abandoned()
  await remove(names.free)
  for (const part of [...ended, ...unknown]) await removeEnded(part, ended)
}

/** Removes the part file of a transfer of which it is known that it has ended, by its process or by its age. */
async function removeEnded(part: string, ended: Abandoned['ended']): Promise<void> {
  if (ended.has(part) || (await isOld(part))) await remove(part)
}

/** For how long nothing is written to a part file whose process has certainly ended, in milliseconds. */
const longestSilence = 86_400_000

async function isOld(part: string): Promise<boolean> {
  const found = await stat(part).catch(() => stat(noteOf(part)).catch(() => undefined))
  return found === undefined || found.mtimeMs < Date.now() - longestSilence
}

/** Removes a part file and its note. */
export async function remove(part: string): Promise<void> {
  await rm(part, { force: true })
  await rm(noteOf(part), { force: true })
}

/** Of several processes that want the same part, renaming it succeeds for one. */
async function takeReleased({ free, mine }: PartNames, taskId: string): Promise<Note | undefined> {
  const taken = await rename(free, mine).then(
    () => true,
    () => false,
  )
  if (!taken) return undefined
  const note = await readNote(noteOf(free))
  await rm(noteOf(free), { force: true })
  return trusted(mine, note && (await describes(note, mine)) ? note : undefined, taskId)
}

/**
 * Copied, not renamed: should the process live after all, behind another host name, it goes on writing to its own file. The
 * bytes that its note vouches for do not change as long as the note is the same.
 */
async function takeAbandoned(part: string, { mine }: PartNames, taskId: string): Promise<Note | undefined> {
  const note = await readNote(noteOf(part))
  if (!note || note.synced === 0 || !(await describes(note, part))) return undefined
  if (!(await copied(part, mine))) return undefined
  const unchanged =
    JSON.stringify(await readNote(noteOf(part))) === JSON.stringify(note) && (await describes(note, part))
  return trusted(mine, unchanged ? note : undefined, taskId)
}

/** False when the file is gone: another process has taken it over. */
async function copied(file: string, to: string): Promise<boolean> {
  try {
    await copyFile(file, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

/**
 * Whether a note describes the bytes of a file. A whole file may have got its name already: who writes to that name then writes
 * to the part file, too, which is the same file until its own name is removed.
 */
async function describes({ inode, synced, modified, version }: Note, file: string): Promise<boolean> {
  const found = await stat(file, { bigint: true }).catch(() => undefined)
  if (!found || String(found.ino) !== inode || found.size < synced) return false
  return version.total !== synced || (found.size === BigInt(synced) && String(found.mtimeNs) === modified)
}

async function trusted(file: string, note: Note | undefined, taskId: string): Promise<Note | undefined> {
  if (note?.taskId !== taskId) {
    await rm(file)
    return undefined
  }
  await truncate(file, note.synced)
  return note
}

/** Which file this is, regardless of its name. */
export async function inodeOf(path: string): Promise<string> {
  return String((await stat(path, { bigint: true })).ino)
}
