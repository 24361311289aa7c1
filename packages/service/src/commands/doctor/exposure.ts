import type { Settings } from '../../settings/settings.js'
import { ok, warning, type Finding } from './report.js'

const local = /^(?:127\.|localhost$|::1$)/

/** What is open to whom. */
export async function checkExposure({ host, publicUrl, metricsKey, adminKey }: Settings): Promise<Finding[]> {
  const findings: Finding[] = []
  if (!local.test(host) && publicUrl === undefined)
    findings.push(
      warning(
        'address',
        `the service listens on ${host} and does not know its own address: result URLs begin with the address that each request arrived at, which callers behind a proxy or a port mapping cannot reach`,
        'set MODEL_TASKS_PUBLIC_URL',
      ),
    )
  if (publicUrl?.startsWith('http:') === true && !/^http:\/\/(?:127\.|localhost|\[::1\])/.test(publicUrl))
    findings.push(
      warning(
        'address',
        'MODEL_TASKS_PUBLIC_URL is http: keys and files travel in the clear',
        'put a proxy with TLS in front, and use https',
      ),
    )
  if (adminKey !== undefined && adminKey === metricsKey)
    findings.push(
      warning(
        'keys',
        'the key of the metrics is also that of the console',
        'give MODEL_TASKS_METRICS_KEY one of its own',
      ),
    )
  return findings.length > 0
    ? findings
    : [
        ok(
          'exposure',
          local.test(host) && publicUrl === undefined ? 'this machine only' : `${host}, as ${publicUrl ?? ''}`,
        ),
      ]
}
