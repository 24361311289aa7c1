import { setTimeout as delay } from 'node:timers/promises'
import { formatCount } from '@model-tasks/validation/count'
import { InputError } from '../../base/input-error.js'
import type { ProcessStore, ServiceProcess } from '../../keep/store/process-store.js'
import type { Command } from './command.js'
import { operatorOf } from './operator-of.js'

/** How long the processes are waited for unless the operator says otherwise, in seconds. A process asks every two seconds what is wanted of it. */
const usualWait = 30
const maxWait = 3600
const pollInterval = 250

/** Has the processes of the service take a changed configuration over. */
export const reloadCommands: readonly Command[] = [
  {
    name: 'reload',
    reads: true,
    usage: '[seconds]',
    summary: `has every process take the changed configuration over, and prints what each has taken over, what takes a restart, or why it was rejected; waits for ${usualWait} s at most, or as many as you say`,
    async run([seconds], { stores, now, print }) {
      const wait = waitOf(seconds)
      const requests = await stores.processes.reload(operatorOf())
      if (requests.size === 0)
        throw new InputError('no process of the service runs; each reads its configuration when it starts')
      await stores.operator.note({ at: now(), who: operatorOf(), action: 'reload', subject: 'configuration' })
      let failed = 0
      for (const [name, answer] of await answers(stores.processes, requests, wait * 1000)) {
        if (answer.failed) failed += 1
        for (const line of answer.lines) print(`${name}  ${line}`)
      }
      if (failed > 0)
        throw new InputError(
          `${failed} of ${formatCount(requests.size, 'process', 'processes')} ${failed === 1 ? 'has' : 'have'} not taken the configuration over; correct what is said above and reload again, which changes nothing where it was taken over`,
        )
    },
  },
]

function waitOf(seconds: string | undefined): number {
  if (seconds === undefined) return usualWait
  const wait = /^\d{1,4}$/.test(seconds) ? Number(seconds) : 0
  if (wait < 1 || wait > maxWait) throw new InputError(`"${seconds}" must be a number of seconds from 1 to ${maxWait}`)
  return wait
}

interface Answer {
  failed: boolean
  lines: readonly string[]
}

/** What each process answers in time, in the order of their names. */
async function answers(
  processes: Pick<ProcessStore, 'list'>,
  requests: ReadonlyMap<string, number>,
  wait: number,
): Promise<Map<string, Answer>> {
  const until = performance.now() + wait
  for (;;) {
    const listed = new Map((await processes.list()).map((one) => [one.name, one]))
    const late = performance.now() >= until
    const found = [...requests].map(([name, request]) => [name, answerOf(listed.get(name), request)] as const)
    if (late || found.every(([, answer]) => answer !== undefined)) {
      const silent = { failed: true, lines: [silence(wait)] }
      return new Map(
        found
          .map(([name, answer]): [string, Answer] => [name, answer ?? silent])
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      )
    }
    await delay(pollInterval)
  }
}

function silence(wait: number): string {
  return `no answer within ${wait / 1000} s: it hangs, was killed, or is of an earlier version, which takes a SIGHUP or a restart`
}

/** Undefined as long as the process has not answered. A later request than this one is answered for it too. */
function answerOf(process: ServiceProcess | undefined, request: number): Answer | undefined {
  if (process === undefined)
    return { failed: false, lines: ['has stopped meanwhile; it reads the configuration when it starts'] }
  const { reload } = process
  if (reload?.outcome === undefined || reload.request < request) return undefined
  return { failed: reload.outcome.rejected, lines: reload.outcome.lines }
}
