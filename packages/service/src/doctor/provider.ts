import type * as Sandbox from '@model-tasks/sandbox'
import { remoteMediaCheck } from '../media-check.js'
import type { Settings, Upstream } from '../settings/settings.js'
import { SettingsError } from '../settings/settings-error.js'
import { reasonOf } from '../reason.js'
import { error, ok, warning, type Finding } from './report.js'

/** What runs tasks: the sandbox with its fonts and codec, or each upstream with its key. */
export async function checkProvider(settings: Settings): Promise<Finding[]> {
  if (settings.provider === 'sandbox') return checkSandbox()
  return [...(await Promise.all(settings.upstreams.map(checkUpstream))), ...mediaFindings(settings)]
}

async function checkSandbox(): Promise<Finding[]> {
  let sandbox: Pick<typeof Sandbox, 'missingParts'>
  try {
    sandbox = await import('@model-tasks/sandbox')
  } catch (thrown) {
    return [
      error(
        'sandbox',
        `is not installed: ${reasonOf(thrown)}`,
        'install @model-tasks/sandbox, or set MODEL_TASKS_PROVIDER=relay',
      ),
    ]
  }
  return (await sandbox.missingParts())
    .map(({ part, reason, next }) => error('sandbox', `${part}: ${reason}`, next))
    .concat(ok('sandbox', 'is installed'))
}

/** Asks something harmless: nothing is bought. */
async function checkUpstream(upstream: Upstream): Promise<Finding> {
  const about = `upstream ${upstream.name}`
  const { probeUpstream } = await import('../provider/probe-upstream.js')
  const verdict = await probeUpstream(upstream)
  switch (verdict.key) {
    case 'accepted':
      return ok(about, 'answers, and takes the key')
    case 'not-refused':
      return ok(about, 'answers, and does not refuse the key')
    case 'untestable':
      return warning(about, 'its key cannot be tested without buying something', 'submit one cheap task')
    case 'unusable':
      return error(about, verdict.error, nextSteps.credentials)
    case 'refused':
      return error(about, `${verdict.reason}: ${verdict.error}`, nextSteps[verdict.reason])
  }
}

const nextSteps = {
  credentials: 'correct its key: keyEnv names the variable, MODEL_TASKS_UPSTREAM_KEY holds it for a single upstream',
  payment: 'top up the account at the upstream',
  forbidden: 'have the account admitted at the upstream',
  misconfigured: 'correct its url and protocol',
  unavailable: 'wait; the service asks again by itself',
  'rate-limited': 'lower its requestsPerSecond',
  unreachable: 'correct its url, or open the way to it: name server, proxy, firewall',
} as const

function mediaFindings({ checkMedia }: Settings): Finding[] {
  if (checkMedia === false) return [ok('media check', 'is off')]
  try {
    remoteMediaCheck()
    return [ok('media check', 'is on')]
  } catch (thrown) {
    if (!(thrown instanceof SettingsError)) throw thrown
    return [error('media check', 'packages are missing', thrown.message.replace(/^.*; run/, 'run'))]
  }
}
