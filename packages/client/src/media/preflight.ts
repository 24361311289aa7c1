import type { Finding, Report } from '@model-tasks/validation'
import { checkMedia, type MediaProbe } from '@model-tasks/validation/media'
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
  const probes: MediaProbe[] = []
  const unread: Preflight['unread'] = []
  const hosts: Finding[] = []
  const left = [...references]

  async function lane(): Promise<void> {
    for (let next = left.shift(); next; next = left.shift()) {
      const { parameter, index, item } = next
      try {
        const remote = /^https?:/i.test(item)
        if (!remote && options.refusePrivateHosts)
          throw new Error('it names a file on this machine, and the option refusePrivateHosts allows public hosts only')
        const kind = remote ? await privateHost(item) : undefined
        if (kind) hosts.push(hostAdvice(parameter, index, kind))
        probes.push({ parameter, index, ...(await (remote ? probeUrl(item, options) : probeFile(item, options))) })
      } catch (error) {
        unread.push({ parameter, index, reason: error instanceof Error ? error.message : String(error) })
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(options.concurrency ?? 4, references.length) }, lane))
  const place = ({ parameter, index }: { parameter: string; index: number }): number =>
    references.findIndex((reference) => reference.parameter === parameter && reference.index === index)
  probes.sort((a, b) => place(a) - place(b))
  unread.sort((a, b) => place(a) - place(b))
  const report = await checkMedia(model, probes)
  return { ...report, findings: [...report.findings, ...hosts], probes, unread }
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
