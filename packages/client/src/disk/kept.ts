import { constants, copyFile, rename, rm, stat, truncate } from 'node:fs/promises'
import { noteOf, type PartNames } from './part-names.js'
import { readNote, type Note } from './note.js'

/**
 * Makes what an earlier attempt kept the file `names.mine`, without the bytes that may not have reached the disk.
 * Returns what is known of it; undefined when there was nothing to continue, and then there is no such file.
 */
export async function takeKept(names: PartNames, taskId: string): Promise<Note | undefined> {
  const released = await takeReleased(names, taskId)
  if (released) return released
  for (const part of await names.abandoned()) {
    const note = await takeAbandoned(part, names, taskId)
    await remove(part)
    if (note) return note
  }
  return undefined
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
  return trusted(mine, note, taskId)
}

/**
 * Copied, not renamed: should the process live after all, behind another host name, it goes on writing to its own file. The
 * bytes that its note vouches for do not change as long as the note is the same.
 */
async function takeAbandoned(part: string, { mine }: PartNames, taskId: string): Promise<Note | undefined> {
  const note = await readNote(noteOf(part))
  if (!note || note.synced === 0 || (await inodeOf(part)) !== note.inode) return undefined
  await copyFile(part, mine, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  const unchanged = JSON.stringify(await readNote(noteOf(part))) === JSON.stringify(note)
  return trusted(mine, unchanged ? { ...note, inode: await inodeOf(mine) } : undefined, taskId)
}

async function trusted(file: string, note: Note | undefined, taskId: string): Promise<Note | undefined> {
  const { size } = await stat(file)
  if (note?.taskId !== taskId || note.inode !== (await inodeOf(file)) || size < note.synced) {
    await rm(file)
    return undefined
  }
  await truncate(file, note.synced)
  return note
}

/** Which file this is, whatever its name. */
export async function inodeOf(path: string): Promise<string> {
  return String((await stat(path, { bigint: true })).ino)
}
