import { blobSource, budgeted, type ByteSource } from './byte-source.js'
import { mediaFacts, type MediaFacts } from './facts.js'
import { fileSource } from './file-source.js'
import type { Lookup } from './private-host.js'
import { urlSource } from './url-source.js'

const defaultMaxBytes = 8 * 1024 * 1024

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
  /** How the addresses of a name are found, to tell whether it is that of a private host. Default: this machine's own way. */
  lookup?: Lookup | undefined
  /** What tells the facts of a file by its bytes; `mediaFacts` unless told otherwise. A server that reads what strangers name does it elsewhere: a broken file can keep a thread busy for ever. */
  facts?: ((source: ByteSource) => Promise<MediaFacts>) | undefined
}

/** The facts of one remote file, reading only the bytes that tell them. Throws when they cannot be told. */
export async function probeUrl(url: string, options: ProbeOptions = {}): Promise<MediaFacts> {
  const { timeout = 15_000, refusePrivateHosts = false, maxBytes = defaultMaxBytes } = options
  const limit = AbortSignal.timeout(timeout)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  const { fetch: send = fetch, lookup } = options
  return probeSource(await urlSource(url, { fetch: send, signal, refusePrivateHosts, maxBytes, lookup }), options)
}

/** The facts of one local file. Throws when they cannot be told. */
export async function probeFile(path: string, options: ProbeOptions = {}): Promise<MediaFacts> {
  return probeSource(await fileSource(path), options)
}

/** The facts of a file in memory, or of a file on disk as a `Blob`. Throws when they cannot be told. */
export async function probeBlob(blob: Blob, options: ProbeOptions = {}): Promise<MediaFacts> {
  return probeSource(blobSource(blob), options)
}

async function probeSource(
  source: ByteSource,
  { maxBytes = defaultMaxBytes, facts = mediaFacts }: ProbeOptions,
): Promise<MediaFacts> {
  try {
    return await facts(budgeted(source, maxBytes))
  } finally {
    await source.close()
  }
}
