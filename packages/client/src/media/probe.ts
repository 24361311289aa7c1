import { blobSource, budgeted, type ByteSource } from './byte-source.js'
import { mediaFacts, type MediaFacts } from './facts.js'
import { fileSource } from './file-source.js'
import { urlSource } from './url-source.js'

export interface ProbeOptions {
  /** Bytes that may be read of one file. Default 8 MiB. */
  maxBytes?: number | undefined
  /** Milliseconds for one file. Default 15,000. */
  timeout?: number | undefined
  signal?: AbortSignal | undefined
  /**
   * Read nothing from loopback, private and link-local hosts, on redirects too, and in a preflight from this machine's disk. Names are looked up before each request and
   * not pinned: against a hostile name server use a `fetch` that pins them. Default false.
   */
  refusePrivateHosts?: boolean | undefined
  fetch?: typeof fetch | undefined
}

/** The facts of one remote file, reading only the bytes that tell them. Throws when they cannot be told. */
export async function probeUrl(url: string, options: ProbeOptions = {}): Promise<MediaFacts> {
  const { timeout = 15_000, refusePrivateHosts = false } = options
  const limit = AbortSignal.timeout(timeout)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  return probeSource(await urlSource(url, { fetch: options.fetch ?? fetch, signal, refusePrivateHosts }), options)
}

/** The facts of one local file. Throws when they cannot be told. */
export async function probeFile(path: string, options: ProbeOptions = {}): Promise<MediaFacts> {
  return probeSource(await fileSource(path), options)
}

/** The facts of a file in memory, or of a file on disk as a `Blob`. Throws when they cannot be told. */
export async function probeBlob(blob: Blob, options: ProbeOptions = {}): Promise<MediaFacts> {
  return probeSource(blobSource(blob), options)
}

async function probeSource(source: ByteSource, { maxBytes = 8 * 1024 * 1024 }: ProbeOptions): Promise<MediaFacts> {
  try {
    return await mediaFacts(budgeted(source, maxBytes))
  } finally {
    await source.close()
  }
}
