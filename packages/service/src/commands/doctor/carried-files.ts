import { loaders } from '@model-tasks/spec/media'
import { formatCount } from '@model-tasks/validation/count'
import { outOfReach } from '../../base/net/out-of-reach.js'
import type { Settings } from '../../settings/settings.js'
import { warning, type Finding } from './report.js'

/** Whether upstreams reach the files that requests carry, which are URLs of this service to them. */
export async function checkCarriedFiles({ upstreams, host, port, publicUrl }: Settings): Promise<Finding[]> {
  // Without a public URL they have the address at which a request arrives, which may be any where the service listens on all.
  if (publicUrl === undefined && ['0.0.0.0', '::'].includes(host)) return []
  const url = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const withFiles = await modelsWithFiles()
  const findings: Finding[] = []
  for (const { name, baseUrl, models = withFiles } of upstreams) {
    const concerned = models.filter((model) => withFiles.includes(model))
    const kind = concerned.length === 0 ? undefined : await outOfReach(baseUrl, url)
    if (kind === undefined) continue
    findings.push(
      warning(
        `upstream ${name}`,
        `cannot fetch the files that requests carry: they are at ${url}, which is a ${kind} address. Such requests for ${formatCount(concerned.length, 'model')}, which take files by their URL, are rejected`,
        'set MODEL_TASKS_PUBLIC_URL to an address that the upstream reaches',
      ),
    )
  }
  return findings
}

/** The models whose requests name files by their URL alone. */
async function modelsWithFiles(): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(loaders).map(async ([model, load]) => {
      const { places } = await load()
      return places.some(({ accepts }) => accepts?.includes('url') === true && !accepts.includes('data')) ? [model] : []
    }),
  )
  return found.flat()
}
