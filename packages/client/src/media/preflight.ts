import type { Finding, Report } from '@model-tasks/validation'
import { checkMedia, type MediaProbe } from '@model-tasks/validation/media'
import { placeName, valuesAt } from '@model-tasks/spec/measures/places'
import { inLanes } from '../batch/lanes.js'
import { checkOptions, from } from '../call/check-options.js'
import { mediaPlaces, partsOf } from '../files/find.js'
import type { MediaFacts } from './facts.js'
import { privateHost } from './private-host.js'
import { probeFile, probeUrl, type ProbeOptions } from './probe.js'

export interface PreflightOptions extends ProbeOptions {
  /** How many files are read at once. Default 4. */
  concurrency?: number | undefined
}

/** What was found out about the media of one request. */
export interface Preflight extends Report {
  /** The facts of each file that could be read. */
  probes: MediaProbe[]
  /** Files that could not be read, and why: nothing is known about them. */
  unread: { path: string; parameter: string; index: number; reason: string }[]
}

/**
 * Reads the media a request refers to and applies the model's media limits: public URLs, and paths of local files before they
 * are published. Asset ids are passed over. A host that a service elsewhere may not reach is advice (`media-host`).
 */
export async function preflight(model: string, input: object, options: PreflightOptions = {}): Promise<Preflight> {
  checkOptions(options)
  checkOptions(options, { concurrency: from(1) })
  const references = [...valuesAt(await mediaPlaces(model), input)].flatMap(({ place, path, value }) =>
    typeof value === 'string' && !/^(assetid|data):/i.test(value) && (place.media !== undefined || /\/\d+$/.test(path))
      ? [{ path, ...partsOf(path), item: value }]
      : [],
  )
  const found: Found[] = []
  await inLanes(references, options.concurrency ?? 4, async (reference, at) => {
    found[at] = await inspect(reference, options)
  })
  const probes = found.flatMap(({ probe }) => probe ?? [])
  const report = await checkMedia(model, probes, { request: input })
  const hosts = found.flatMap(({ host }) => host ?? [])
  return {
    ...report,
    findings: [...report.findings, ...hosts],
    probes,
    unread: found.flatMap(({ unread }) => unread ?? []),
  }
}

interface Reference {
  path: string
  parameter: string
  index: number
  item: string
}

/** What was found out about one file. */
interface Found {
  host?: Finding | undefined
  probe?: MediaProbe
  unread?: Preflight['unread'][number]
}

async function inspect({ item, ...place }: Reference, options: ProbeOptions): Promise<Found> {
  const remote = /^https?:/i.test(item)
  // At the same time: a name server may take as long to say nothing as a host.
  const [kind, facts] = await Promise.allSettled([
    remote && options.signal?.aborted !== true ? privateHost(item, options.lookup) : undefined,
    factsOf(item, remote, options),
  ])
  const advised = kind.status === 'fulfilled' ? kind.value : undefined
  const host = advised && hostAdvice(place, advised)
  if (facts.status === 'fulfilled') return { host, probe: { ...place, ...facts.value } }
  const reason: unknown = facts.reason
  return { host, unread: { ...place, reason: reason instanceof Error ? reason.message : String(reason) } }
}

async function factsOf(item: string, remote: boolean, options: ProbeOptions): Promise<MediaFacts> {
  if (remote) return probeUrl(item, options)
  if (options.refusePrivateHosts)
    throw new Error('it names a file on this machine, and the option refusePrivateHosts allows public hosts only')
  return probeFile(item, options)
}

function hostAdvice({ path, parameter }: Omit<Reference, 'item'>, kind: string): Finding {
  return {
    rule: 'media-host',
    severity: 'advice',
    path,
    parameter,
    message: `${placeName(path)}: its host is ${kind}, which the service may not reach; publish the file under a public address`,
    source: 'Media input value conventions',
  }
}
