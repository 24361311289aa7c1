import { formatCount } from '@model-tasks/validation/count'
import { Outbox } from '../../keep/store/outbox.js'
import { placesIn } from '../../keep/data/folder.js'
import type { FileStore } from '../../domain/files/file-store.js'
import { isTerminal } from '../../domain/task/record.js'
import { copyFile } from '../../keep/files/copy-files.js'
import { DiskFileStore } from '../../keep/files/disk.js'
import { filePlace } from '../../keep/files/place.js'
import { taskOfResult } from '../../keep/results/result-key.js'
import { deliverKept } from '../../keep/store/deliver-kept.js'
import { openStores } from '../../keep/store/open.js'
import { restoredReason } from '../../keep/store/restored-tasks.js'
import type { Stores } from '../../keep/store/stores.js'
import type { DeadLetter } from '../../keep/store/task-queue.js'
import type { Settings } from '../../settings/settings.js'
import { isElsewhere, type RestorePlace } from './hold-restored.js'

/** More than any database has: they are found among all that is set aside. */
const most = 1_000_000

/** The tasks that a restore has set aside. */
export async function setAside({ queue }: Pick<Stores, 'queue'>): Promise<DeadLetter[]> {
  return (await queue.deadLetters(most)).filter(({ reason }) => reason === restoredReason)
}

/**
 * Uses what was stored of the tasks of a database that was set back: copies the results of those that have not ended from the data
 * folder of before, where `place` names one, and completes those that are set aside whose files are there, since they were made
 * and stored. What is done already is not done again. Answers what an operator is told.
 */
export async function useStoredResults(
  place: RestorePlace & Parameters<typeof openStores>[0] & Partial<Pick<Settings, 'webhooks'>>,
  now: () => number,
): Promise<string[]> {
  const stores = await openStores(place, { outbox: new Outbox(place.webhooks ?? [], now), now, makes: false })
  try {
    const files = await filePlace(place).open()
    try {
      const before = isElsewhere(place) ? new DiskFileStore(placesIn(place.record ?? '').files) : undefined
      const brought = before === undefined ? 0 : await bringResults(before, files, stores)
      let completed = 0
      for (const { id } of await setAside(stores)) if (await deliverKept(stores.queue, files, id)) completed += 1
      return [
        ...(brought === 0 ? [] : [`${formatCount(brought, 'result')} copied from ${place.record}`]),
        ...(completed === 0
          ? []
          : [`${formatCount(completed, 'task')} of these completed with the files that are stored of them`]),
      ]
    } finally {
      files.close()
    }
  } finally {
    await stores.close()
  }
}

/** Copies the result files of tasks that have not ended, as the database says, but for those that are there. Answers how many. */
async function bringResults(before: FileStore, files: FileStore, { tasks }: Pick<Stores, 'tasks'>): Promise<number> {
  let brought = 0
  for await (const key of before.list('results')) {
    const id = taskOfResult(key)
    const task = id === undefined ? undefined : await tasks.read(id)
    if (task === undefined || isTerminal(task.status) || (await files.size(key)) !== undefined) continue
    await copyFile(key, before, files)
    brought += 1
  }
  return brought
}
