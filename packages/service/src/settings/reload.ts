import type { Log } from '../base/log.js'
import { reasonOf } from '../base/reason.js'
import { formatCount } from '@model-tasks/validation/count'
import type { Reloaded } from './live-settings.js'
import type { Settings } from './settings.js'
import type { UpstreamChange } from './upstream-changes.js'

/** What a process has made of a changed configuration, for the command that asked for it. */
export interface ReloadOutcome {
  /** Whether nothing was taken over, since something is wrong. */
  rejected: boolean
  /** What was taken over, what takes a restart, or what is wrong. */
  lines: string[]
}

/** What a reload works with. */
export interface ReloadParts {
  /** Reads the settings anew. Throws where anything is wrong with them. Undefined: nothing can be read anew. */
  read: (() => Settings) | undefined
  take: (settings: Settings) => Promise<Reloaded>
  /** How many tasks this process has in hand at an upstream. */
  running: (upstream: string) => number
  log: Log
}

const unreadable = 'the program that has started this service cannot read its settings anew; restart it'

/** Reads the settings anew and takes over what a running service can. Where anything is wrong, nothing changes. The log says what became of it. */
export async function reload({ read, take, running, log }: ReloadParts): Promise<ReloadOutcome> {
  if (read === undefined) return { rejected: true, lines: [unreadable] }
  let reloaded: Reloaded
  try {
    reloaded = await take(read())
  } catch (error) {
    const reason = reasonOf(error)
    log.error('the settings are wrong; those of before hold on, whole. Correct them and reload again', { reason })
    return { rejected: true, lines: [reason] }
  }
  const { changed, models, protocols, restart } = reloaded
  const upstreams = reloaded.upstreams.map((change) => upstreamLine(change, running(change.name)))
  if (changed.length > 0)
    log.info('settings have changed', {
      changed,
      ...(models.length > 0 ? { models } : {}),
      ...(protocols.length > 0 ? { protocols } : {}),
      ...(upstreams.length > 0 ? { upstreams } : {}),
    })
  if (restart.length > 0)
    log.warn('settings have changed that take a restart; until then those of before hold', { restart })
  if (changed.length + restart.length === 0) log.info('the settings are as before', {})
  return { rejected: false, lines: linesOf(reloaded, upstreams) }
}

/** What has become of an upstream, in words. */
function upstreamLine({ name, change, members }: UpstreamChange, running: number): string {
  if (change === 'changed') return `${name}: ${members.join(', ')} changed`
  if (change === 'added') return `${name}: added`
  const removed = `${name}: removed; it takes no new task`
  return running === 0
    ? removed
    : `${removed}, and this process goes on with ${formatCount(running, 'task')} there to the end. After a restart they would wait until the upstream is in the settings again`
}

function linesOf({ changed, models, protocols, restart }: Reloaded, upstreams: readonly string[]): string[] {
  const lines = [
    ...(changed.length > 0 ? [`taken over: ${changed.join(', ')}`] : []),
    ...(models.length > 0 ? [`models of changed prices: ${models.join(', ')}`] : []),
    ...(protocols.length > 0 ? [`files of changed protocols: ${protocols.join(', ')}`] : []),
    ...upstreams.map((line) => `upstream ${line}`),
    ...(restart.length > 0 ? [`takes a restart, and holds as before until then: ${restart.join(', ')}`] : []),
  ]
  return lines.length > 0 ? lines : ['the settings are as before']
}
