import { createHash, createHmac, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { sha256 } from '../../base/sha256.js'
import type { FileStore } from '../../domain/files/file-store.js'
import { creditsOf } from '../../domain/money/credits.js'
import { askedModel } from '../../domain/task/fallback.js'
import type { StoredFile, TaskRecord } from '../../domain/task/record.js'
import type { StoryParts } from './story.js'

/** A file of a task, as it lies in the file store now. */
export interface ProvedFile {
  name: string
  content_type: string
  bytes: number
  /** Of its bytes, in hexadecimal digits; null where the file has been removed since. */
  sha256: string | null
}

const iso = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString())

/** What shows, in a dispute, what was asked for, who made it, what came back, and what was paid: from what is kept. */
export function proofOf(
  { task, ledger, refusals }: Pick<StoryParts, 'ledger' | 'refusals'> & { task: TaskRecord },
  files: readonly ProvedFile[],
  now: number,
) {
  const { submission } = task
  return {
    object: 'task_proof',
    issued: iso(now),
    task: task.id,
    account: task.account,
    model: task.model,
    request_sha256: sha256(JSON.stringify({ model: askedModel(task), ...task.parameters })),
    submitted: iso(task.created),
    tried: (task.tried ?? []).map(({ at, ...one }) => ({ ...one, at: iso(at) })),
    declined: refusals.map(({ upstream, at, proof }) => ({ upstream, at: iso(at), answer: proof })),
    asked: {
      upstream: task.queue,
      state: submission.state,
      at: iso(submission.at),
      as: submission.identity ?? null,
      accepted: iso(submission.acceptedAt),
      reference: submission.reference ?? null,
    },
    ended: {
      status: task.status,
      at: iso(task.ended),
      upstream_word: task.upstreamWord ?? null,
      error: task.error ?? null,
    },
    files,
    // Without entries the credits of the account are not counted.
    ledger: ledger.map(({ at, kind, available, held }) => ({
      ...{ kind, at: iso(at), available: creditsOf(available), held: creditsOf(held) },
    })),
    cost: creditsOf(task.amount),
  }
}

/** A proof with its signature, over its JSON text without the member `signature`. */
export type Signed<Proof> = Proof & { signed_by: string; signature: string }
export type SignedProof = Signed<ReturnType<typeof proofOf>>

/**
 * Signs proofs with an Ed25519 key that is made from the secret of the installation: the same for all its services, and
 * after a restart.
 */
export class ProofSigner {
  readonly #key: KeyObject
  /** The public key, in base64 of its SubjectPublicKeyInfo. */
  readonly publicKey: string

  constructor(secret: Buffer) {
    const seed = createHmac('sha256', secret).update('model-tasks proof of a task').digest()
    // PKCS #8 of an Ed25519 key: what comes before its 32 bytes is the same for all.
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
    this.#key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    this.publicKey = createPublicKey(this.#key).export({ format: 'der', type: 'spki' }).toString('base64')
  }

  /** Signs a proof, whose member `object` says what it is of. */
  sign<Proof extends { object: string }>(proof: Proof): Signed<Proof> {
    const signed = { ...proof, signed_by: this.publicKey }
    return { ...signed, signature: sign(null, Buffer.from(JSON.stringify(signed)), this.#key).toString('base64') }
  }
}

/** Reads the files of a task to their hashes. */
export async function provedFiles(
  { result }: Pick<TaskRecord, 'result'>,
  files: Pick<FileStore, 'read'>,
): Promise<ProvedFile[]> {
  const all: StoredFile[] = result === undefined ? [] : [result, ...(result.others ?? [])]
  const proved: ProvedFile[] = []
  for (const { file, contentType, bytes } of all)
    proved.push({ name: file, content_type: contentType, bytes, sha256: (await hashOf(file, files)) ?? null })
  return proved
}

async function hashOf(key: string, files: Pick<FileStore, 'read'>): Promise<string | undefined> {
  const stream = await files.read(key)
  if (stream === undefined) return undefined
  const hash = createHash('sha256')
  for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}
