import type { FileStore } from '../../../domain/files/file-store.js'

const [folder, suffix] = ['held', '.json']

/** The key of the answer that is kept for a task. */
export function keyOf(taskId: string): string {
  return `${folder}/${taskId}${suffix}`
}

/**
 * Removes the answers of tasks that have ended: a service that is killed between the end of a task and the removal of
 * its answer leaves one. Answers of tasks that are not known stay, since another service may know them.
 */
export async function pruneHeldResults(
  files: Pick<FileStore, 'list' | 'remove'>,
  ended: (taskId: string) => Promise<boolean>,
): Promise<void> {
  for await (const key of files.list(folder)) {
    const taskId = key.slice(folder.length + 1, -suffix.length)
    if (await ended(taskId)) await files.remove(key)
  }
}
