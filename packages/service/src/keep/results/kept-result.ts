import type { StoredFile, TaskResult } from '../../domain/task/record.js'
import type { FileStore } from '../../domain/files/file-store.js'
import { resultKey, resultNames, resultType } from './result-key.js'

/**
 * The result of a task that has not ended, whose files are in the store all the same: a process was killed between the two, or the
 * database is older than the files. A file that is there is whole. Undefined where there is none.
 */
export async function keptResult(files: Pick<FileStore, 'size'>, id: string): Promise<TaskResult | undefined> {
  const stored: StoredFile[] = []
  for (;;) {
    const file = await keptFile(files, id, stored.length + 1)
    if (file === undefined) break
    stored.push(file)
  }
  const [first, ...others] = stored
  return first === undefined ? undefined : { ...first, ...(others.length === 0 ? {} : { others }) }
}

async function keptFile(files: Pick<FileStore, 'size'>, id: string, number: number): Promise<StoredFile | undefined> {
  const asked = resultNames(id, number).map(async (name): Promise<StoredFile | undefined> => {
    const file = resultKey(name)
    const bytes = await files.size(file)
    return bytes === undefined ? undefined : { file, contentType: resultType(name), bytes }
  })
  return (await Promise.all(asked)).find((file) => file !== undefined)
}
