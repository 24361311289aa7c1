import type { FileStore } from '../../domain/files/file-store.js'
import type { Stores } from '../../keep/store/stores.js'
import { isTaskId } from '../../domain/task/id.js'
import { proofOf, provedFiles, type ProofSigner, type SignedProof } from './proof.js'
import { storyParts } from './story-parts.js'

/** What proving takes. */
export interface ProveParts extends Pick<Stores, 'tasks' | 'operator' | 'queue'> {
  files: Pick<FileStore, 'read'>
  proofs: ProofSigner
}

/** The signed proof of a task; undefined when there is none of that ID. */
export async function proveTask(id: string, parts: ProveParts, now: number): Promise<SignedProof | undefined> {
  const proof = await taskProof(id, parts, now)
  return proof && parts.proofs.sign(proof)
}

/** The same before it is signed. */
export async function taskProof(
  id: string,
  { tasks, operator, queue, files }: Omit<ProveParts, 'proofs'>,
  now: number,
): Promise<ReturnType<typeof proofOf> | undefined> {
  const task = isTaskId(id) ? await tasks.read(id) : undefined
  if (task === undefined) return undefined
  const { ledger, refusals } = await storyParts(task, { operator, queue })
  return proofOf({ task, ledger, refusals }, await provedFiles(task, files), now)
}
