import type { Finding, Report } from '@model-tasks/validation'
import { checkMedia, type MediaProbe } from '@model-tasks/validation/media'
import { inLanes } from '../batch/lanes.js'
import { checkOptions } from '../call/check-options.js'
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
  unread: { parameter: string; index: number; reason: string }[]
}

/**
 * Reads the media a request refers to and applies the model's media limits: public URLs, and paths of local files before they
 * are published. Asset ids are passed over. A host that a service elsewhere may not reach is advice (`media-host`).
 */
export async function preflight(model: string, input: object, options: PreflightOptions = {}): Promise<Preflight> {
  checkOptions(options)
  const references = Object.entries(input).flatMap(([parameter, value]: [string, unknown]) =>
    Array.isArray(value)
      ? value.flatMap((item: unknown, index) =>
          typeof item === 'string' && !/^(assetid|data):/i.test(item) ? [{ parameter, index, item }] : [],
        )
      : [],
  )
  const found: Found[] = []
  await inLanes(references, options.concurrency ?? 4, async (reference, at) => {
    found[at] = await inspect(reference, options)
  })
  const probes = found.flatMap(({ probe }) => probe ?? [])
  const report = await checkMedia(model, probes)
  const hosts = found.flatMap(({ host }) => host ?? [])
  return {
    ...report,
    findings: [...report.findings, ...hosts],
    probes,
    unread: found.flatMap(({ unread }) => unread ?? []),
  }
}

interface Reference {
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

async function inspect({ parameter, index, item }: Reference, options: ProbeOptions): Promise<Found> {
  let host: Finding | undefined
  try {
    const remote = /^https?:/i.test(item)
    if (!remote && options.refusePrivateHosts)
      throw new Error('it names a file on this machine, and the option refusePrivateHosts allows public hosts only')
    const kind = remote ? await privateHost(item) : undefined
    host = kind && hostAdvice(parameter, index, kind)
    const facts = await (remote ? probeUrl(item, options) : probeFile(item, options))
    return { host, probe: { parameter, index, ...facts } }
  } catch (error) {
    return { host, unread: { parameter, index, reason: error instanceof Error ? error.message : String(error) } }
  }
}

function hostAdvice(parameter: string, index: number, kind: string): Finding {
  return {
    rule: 'media-host',
    severity: 'advice',
    path: `/${parameter}/${index}`,
    parameter,
    message: `${parameter}[${index}]: its host is ${kind}, which the service may not reach; publish the file under a public address`,
    source: 'Media input value conventions',
  }
}
