import { createHash, randomBytes } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { Turns } from '../base/turns.js'
import type { Clock } from '../base/clock.js'
import type { Log } from '../base/log.js'
import type { FileStore } from '../domain/files/file-store.js'
import { removeLooseFile } from '../keep/files/loose-files.js'
import { carriedAssets, type Asset, type AssetStore } from '../keep/store/asset-store.js'
import type { AssetLimits } from '../settings/settings.js'
import { AssetRoom, type Upload } from './asset-room.js'
import { Problem } from './problem.js'

export const largestAsset = 64 * 1024 * 1024
const mediaTypes = /^(image|video|audio)\/[a-z0-9.+-]+$/

/** A file that requests carry is stored once in so many milliseconds. It is kept for twice as long. */
const carriedOnce = carriedAssets.kept / 2

/** What storing assets takes. */
export interface UploadParts {
  assets: Pick<
    AssetStore,
    'noteFile' | 'addAsset' | 'usage' | 'findAsset' | 'removeAsset' | 'claimLooseFiles' | 'forgetFile'
  >
  files: Pick<FileStore, 'putStream' | 'remove'>
  limits: AssetLimits
  clock: Pick<Clock, 'now'>
  log: Log
}

/** A file on its way. `declared`: its length in bytes, 0 where that is not known. `open` is called once it is wanted. */
export interface ArrivingFile {
  contentType: string
  declared: number
  open: () => Readable
  requestId: string
}

/** Stores what accounts upload, within their limits. */
export class AssetUploads {
  readonly #parts: UploadParts
  readonly #room: AssetRoom
  /** By ID: the same file is stored once, however many requests carry it at a time. */
  readonly #carrying = new Turns()

  constructor(parts: UploadParts) {
    this.#parts = parts
    this.#room = new AssetRoom(parts.assets, parts.limits)
  }

  /** Stores a file as a new asset. Rejects with the problem of one that cannot be one, or has no room. */
  store(account: string, file: ArrivingFile): Promise<Asset> {
    const id = `asset_${randomName()}`
    return this.#store({ account, id, file: `assets/${id}` }, file)
  }

  /**
   * The asset of a file that a request of this account carries: a file that was carried before, in the last days, is not stored
   * again. A sweep removes such assets: see `carriedAssets`. Rejects as `store` does.
   */
  carry(
    account: string,
    { contentType, bytes }: { contentType: string; bytes: Buffer },
    requestId: string,
  ): Promise<Asset> {
    const { assets, clock } = this.#parts
    const period = String(Math.floor(clock.now() / carriedOnce))
    const digest = createHash('sha256')
      .update(JSON.stringify([account, contentType, period]))
      .update(bytes)
    const id = `${carriedAssets.prefix}${wordOf(digest.digest().subarray(0, 18))}`
    return this.#carrying.run(id, async () => {
      const known = await assets.findAsset(account, id)
      if (known !== undefined) return known
      // A name of its own: the file of an asset that is removed may still be on its way out.
      const file = { contentType, declared: bytes.length, open: () => Readable.from([bytes]), requestId }
      try {
        return await this.#store({ account, id, file: `assets/asset_${randomName()}` }, file)
      } catch (error) {
        // Another service may have stored it meanwhile.
        const stored = error instanceof Problem ? undefined : await assets.findAsset(account, id)
        if (stored === undefined) throw error
        return stored
      }
    })
  }

  /** Removes an asset of the account; false when there is none. */
  async remove(account: string, id: string, requestId: string): Promise<boolean> {
    const file = await this.#parts.assets.removeAsset(account, id)
    if (file !== undefined) await this.#removeLoose(file, requestId)
    return file !== undefined
  }

  async #store(
    { account, id, file }: Pick<Asset, 'account' | 'id' | 'file'>,
    { contentType, declared, open, requestId }: ArrivingFile,
  ): Promise<Asset> {
    const { assets, files, clock } = this.#parts
    checkMediaType(contentType)
    if (declared > largestAsset) throw tooLarge()
    const upload = await this.#room.begin(account, declared)
    try {
      await assets.noteFile(file, clock.now())
      const { bytes } = await files.putStream(file, limited(open(), upload), contentType)
      const asset: Asset = { id, account, status: 'approved', contentType, bytes, file, created: clock.now() }
      await addStored(asset, upload)
      return asset
    } catch (error) {
      // After any other error the asset may have been added: if it was not, a sweep finds the file.
      if (error instanceof Problem) await this.#removeLoose(file, requestId)
      throw error
    } finally {
      upload.end()
    }
  }

  async #removeLoose(file: string, requestId: string): Promise<void> {
    const { assets, files, log } = this.#parts
    try {
      await removeLooseFile(file, assets, files)
    } catch (error) {
      log.warn('a file that no asset owns could not be removed; it will be tried again', { requestId, file, error })
    }
  }
}

/** Throws the problem of a file that no asset can be. */
export function checkMediaType(contentType: string): void {
  if (mediaTypes.test(contentType)) return
  throw new Problem(
    'media-type-unsupported',
    'send the bytes of an image, a video or an audio file with its media type as Content-Type, such as image/png',
  )
}

function randomName(): string {
  return wordOf(randomBytes(15))
}

function wordOf(bytes: Buffer): string {
  return bytes.toString('base64url').replaceAll(/[-_]/g, '0')
}

/** Adds an asset whose file is stored. Rejects with the problem of an account that has no room for it, or of a file with nothing in it. */
async function addStored(asset: Asset, upload: Upload): Promise<void> {
  if (asset.bytes === 0) throw new Problem('bad-request', 'the body is empty; send the bytes of the file')
  if (!(await upload.add(asset)))
    throw new Problem('request-timeout', 'the upload took so long that its file was removed; send it again')
}

function tooLarge(): Problem {
  return new Problem('body-too-large', `an asset may have at most ${largestAsset / 1024 / 1024} MiB`)
}

/** The body as it arrives, cut off with a problem once it is larger than an asset may be. */
function limited(body: Readable, upload: Upload): Readable {
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      const full = upload.arrive(chunk.length)
      const problem = bytes > largestAsset ? tooLarge() : full
      if (problem === undefined) done(null, chunk)
      else done(problem)
    },
  })
  // It may end before the file store reads it, which then finds the error: without a listener it would end the process.
  counted.on('error', () => undefined)
  body.on('error', () => {
    counted.destroy(new Problem('bad-request', 'the connection was closed before the body had arrived'))
  })
  return body.pipe(counted)
}
