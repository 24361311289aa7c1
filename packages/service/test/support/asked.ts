import { sentTask, type ProviderTask, type SentTask } from '../../src/domain/provider/provider.js'
import { sentProof } from '../../src/domain/task/sent.js'

/** A task as if a store had noted that its upstream is about to be asked for it. */
export function asked(task: ProviderTask): SentTask {
  const proof = sentProof(task.id, true)
  if (proof === undefined) throw new Error('nothing was noted')
  return sentTask(task, proof)
}
