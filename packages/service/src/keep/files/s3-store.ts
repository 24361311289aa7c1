import type * as Sdk from '@aws-sdk/client-s3'
import type * as Storage from '@aws-sdk/lib-storage'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Secret } from '../../settings/secret.js'
import { SettingsError } from '../../settings/settings-error.js'
import { Slots } from '../../base/slots.js'
import type { ByteRange, FileStore } from '../../domain/files/file-store.js'
import { checkedFolder, checkedKey } from './key.js'

/** Milliseconds until a connection is there, and until an answer begins. A download may pause as long as its reader likes. */
const connectionTimeout = 5000
const requestTimeout = 120_000
/** Each download holds one, however slowly it is read; the SDK's own 50 would let as many slow readers stop everything. */
const maxConnections = 1000
/** Parts of 5 MiB that one upload sends at a time, and results that are uploaded at a time: what they hold is in memory. */
const partsAtOnce = 2
const resultsAtOnce = 16

type Libraries = Pick<
  typeof Sdk,
  'S3Client' | 'GetObjectCommand' | 'HeadObjectCommand' | 'DeleteObjectCommand' | 'ListObjectsV2Command'
> &
  Pick<typeof Storage, 'Upload'>

/** A bucket of S3, or of a store that speaks its protocol. */
export interface S3Settings {
  bucket: string
  region: string
  /** Base URL of a store other than AWS. */
  endpoint: string | undefined
  /** Before each key: empty, or with a slash at the end. */
  prefix: string
  /** The bucket in the path of each request and not in the host name. */
  pathStyle: boolean
  /** Undefined: the SDK's own chain of environment, files and roles. */
  credentials: { accessKeyId: string; secretAccessKey: Secret } | undefined
}

/**
 * What becomes of the condition that no object has the key. Where the store does not keep it, what is there is looked for before an upload,
 * and between the two another process may put its own.
 */
type Condition = 'kept' | 'passed over' | 'not asked for'

/** The HTTP status of a PUT where an object has the key, and those of stores that refuse the condition itself. */
const taken = 412
const refusals: ReadonlySet<number> = new Set([400, 501])

/** The files in a bucket of S3, or of a store that speaks its protocol. Throws `SettingsError` when the SDK is not installed. */
export async function openS3Files(settings: S3Settings): Promise<S3FileStore> {
  return new S3FileStore(await loadSdk(), settings)
}

/** Files as objects of a bucket. Retries are the SDK's own. */
export class S3FileStore implements FileStore {
  readonly folder = undefined
  readonly #sdk: Libraries
  readonly #settings: S3Settings

  readonly #client: Sdk.S3Client
  readonly #uploads = new Slots(resultsAtOnce)
  /** Undefined: nothing was put under a condition yet, or it could not be found out. */
  #condition: Promise<Condition> | undefined

  constructor(sdk: Libraries, settings: S3Settings) {
    this.#sdk = sdk
    this.#settings = settings
    const { region, endpoint, pathStyle, credentials } = settings
    this.#client = new sdk.S3Client({
      region,
      forcePathStyle: pathStyle,
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(credentials === undefined ? {} : { credentials }),
      // By itself the SDK adds checksums that AWS alone is sure to understand; other stores of this protocol refuse them.
      // The SHA-256 of what is sent is in each signature all the same.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // A part is so small that asking first costs more than sending it, and each asking takes a connection of its own.
      expectContinueHeader: false,
      requestHandler: {
        connectionTimeout,
        requestTimeout,
        throwOnRequestTimeout: true,
        httpAgent: { maxSockets: maxConnections },
        httpsAgent: { maxSockets: maxConnections },
      },
    })
  }

  async putFile(key: string, path: string, contentType: string): Promise<{ bytes: number }> {
    const release = await this.#uploads.take()
    try {
      const condition = await this.#knownCondition()
      const there = condition === 'kept' ? undefined : await this.size(key)
      const bytes = there ?? (await this.#upload(key, createReadStream(path), contentType, condition)).bytes
      await rm(path)
      return { bytes }
    } finally {
      release()
    }
  }

  async putStream(key: string, stream: Readable, contentType: string): Promise<{ bytes: number }> {
    const { bytes } = await this.#upload(key, stream, contentType, 'not asked for')
    return { bytes }
  }

  /** Found out once, however many files are put at the same time. */
  #knownCondition(): Promise<Condition> {
    this.#condition ??= this.#learnCondition().catch((error: unknown) => {
      this.#condition = undefined
      throw error
    })
    return this.#condition
  }

  /** What the store makes of the condition that no object has the key, found out with a few bytes. */
  async #learnCondition(): Promise<Condition> {
    const key = `start/${randomUUID()}`
    const put = () => this.#upload(key, Readable.from(['written to see what it replaces']), 'text/plain', 'kept')
    try {
      await put()
      return (await put()).wasThere ? 'kept' : 'passed over'
    } catch (error) {
      if (refusals.has(statusOf(error) ?? 0)) return 'not asked for'
      throw error
    } finally {
      await this.remove(key).catch(() => undefined)
    }
  }

  /** `bytes`: the size of what is under the key afterwards; `wasThere`: that was there before, and stays. */
  async #upload(
    key: string,
    stream: Readable,
    contentType: string,
    condition: Condition,
  ): Promise<{ bytes: number; wasThere: boolean }> {
    let bytes = 0
    const counted = Readable.from(
      (async function* () {
        for await (const chunk of stream) {
          const buffer = Buffer.from(chunk as Buffer | string)
          bytes += buffer.length
          yield buffer
        }
      })(),
    )
    const conditional = condition === 'not asked for' ? {} : { IfNoneMatch: '*' }
    const params = { ...this.#place(key), ...conditional, Body: counted, ContentType: contentType }
    try {
      await new this.#sdk.Upload({ client: this.#client, params, queueSize: partsAtOnce }).done()
      return { bytes, wasThere: false }
    } catch (error) {
      const there = statusOf(error) === taken ? await this.size(key) : undefined
      if (there !== undefined) return { bytes: there, wasThere: true }
      // Why the stream ended tells more than what became of the upload's clearing up.
      throw counted.errored ?? error
    }
  }

  async size(key: string): Promise<number | undefined> {
    const found = await unlessMissing(this.#client.send(new this.#sdk.HeadObjectCommand(this.#place(key))))
    return found?.ContentLength
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
    const request = new this.#sdk.GetObjectCommand({ ...this.#place(key), ...part })
    const found = await unlessMissing(this.#client.send(request))
    if (found === undefined) return undefined
    if (found.Body instanceof Readable) return found.Body
    throw new Error(`S3 answered ${key} without its bytes`)
  }

  async remove(key: string): Promise<void> {
    await this.#client.send(new this.#sdk.DeleteObjectCommand(this.#place(key)))
  }

  async *list(folder: string): AsyncGenerator<string> {
    const { bucket: Bucket, prefix } = this.#settings
    const Prefix = `${prefix}${checkedFolder(folder)}/`
    let ContinuationToken: string | undefined
    do {
      const more = ContinuationToken === undefined ? {} : { ContinuationToken }
      const page = await this.#client.send(new this.#sdk.ListObjectsV2Command({ Bucket, Prefix, ...more }))
      for (const { Key = '' } of page.Contents ?? []) yield Key.slice(prefix.length)
      ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined
    } while (ContinuationToken !== undefined)
  }

  async removeUnfinished(): Promise<void> {
    // A lifecycle rule of the bucket does that: to look for parts takes a permission of its own.
  }

  close(): void {
    this.#client.destroy()
  }

  #place(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#settings.bucket, Key: `${this.#settings.prefix}${checkedKey(key)}` }
  }
}

/** What is found; undefined where S3 answers a HEAD or a GET that the object does not exist. */
function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: unknown) => {
    if (error instanceof Error && ['NotFound', 'NoSuchKey'].includes(error.name)) return undefined
    throw error
  })
}

function statusOf(error: unknown): number | undefined {
  const { $metadata } = Object(error) as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode
}

async function loadSdk(): Promise<Libraries> {
  try {
    const [client, storage] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
    return { ...client, ...storage }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsError(
      `MODEL_TASKS_CONFIG: s3 needs packages that are not installed (${reason}); run: npm install @aws-sdk/client-s3@3.1169.0 @aws-sdk/lib-storage@3.1169.0, or take s3 out`,
    )
  }
}
