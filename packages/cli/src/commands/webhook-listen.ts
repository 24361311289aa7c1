import { formatCount } from '@model-tasks/validation/count'
import { printable } from '@model-tasks/validation/printable'
import { setTimeout as delay } from 'node:timers/promises'
import type { ModelTasks } from '@model-tasks/client'
import { declaredBy, declaredInterval, openConnection, type Connection } from '../connection/open-connection.js'
import { variable } from '../connection/variable.js'
import { defineCommand } from '../definition/command.js'
import type { Option } from '../definition/options.js'
import { UsageError } from '../definition/usage-error.js'
import { clientFailure } from '../failure/client-failure.js'
import { EndedTasks } from '../listen/ended-tasks.js'
import { checkedSecret, eventOf, newSecret } from '../listen/event.js'
import { Forwarder, type Attempt } from '../listen/forward.js'
import { receiverUrl } from '../listen/receiver-url.js'
import { printJson, type Session } from '../session.js'

/** Milliseconds between two questions: what the service permits, but for lists at least this long; the interface's own where it says nothing. */
const [minInterval, standardInterval] = [1000, 5000]

const secretVariable = 'MODEL_TASKS_WEBHOOK_SECRET'

const forwardTo: Option<string> = {
  type: 'string',
  placeholder: 'url',
  description: 'where events go: an address of this machine, such as http://localhost:3000/webhooks',
  read: (given) => {
    if (typeof given !== 'string') throw new UsageError('where do events go? Give --forward-to localhost:3000/webhooks')
    return receiverUrl(given)
  },
}

/** Forward events to a receiver under development. */
export const webhookListen = defineCommand({
  name: 'webhook listen',
  group: 'Tasks',
  summary: 'forward the events of the account to a receiver on this machine',
  description:
    'For developing a webhook receiver without a public URL: sends an event to it for each task of the account that ends from now on, with the body and the signature that a service sends, and prints how it was answered. The secret is printed once at the start, or taken from MODEL_TASKS_WEBHOOK_SECRET. Where the service has a stream of events, an event mostly comes within a second. Elsewhere the list of tasks is asked for again and again: an event comes a few seconds late, and its timestamp is when the end was seen. Alerts about budgets are not forwarded. An event that is not answered with 2xx or 410 is sent again under the same ID until it is, or until Ctrl-C.',
  arguments: [],
  options: { forwardTo },
  examples: [
    {
      command: 'webhook listen --forward-to localhost:3000/webhooks',
      does: 'forward events to a receiver on port 3000',
    },
    {
      command: "webhook listen --forward-to localhost:3000/webhooks --json --jq 'select(.status >= 400) | .task'",
      does: 'print only the tasks whose events the receiver rejects',
    },
  ],
  online: true,
  async run(session, { options }) {
    const { env, terminal } = session
    const kept = variable(env, secretVariable)
    const secret = kept === undefined ? newSecret() : checkedSecret(kept, secretVariable)
    const connection = await openConnection(session)
    const forwarder = new Forwarder(
      {
        url: options.forwardTo,
        secret,
        now: session.date,
        report: (attempt) => {
          printAttempt(session, attempt)
        },
      },
      session.signal,
    )
    const follow = await openSource(connection, session, forwarder)
    const { faint, good } = terminal.paint.err
    if (kept === undefined)
      terminal.err(`${faint('secret')}  ${secret}\n        ${faint(`as ${secretVariable} it is used again`)}\n`)
    if (session.globals.quiet !== true)
      terminal.err(
        `${good('ready ')}  events of ${connection.service.baseUrl} go to ${options.forwardTo} until Ctrl-C\n`,
      )
    try {
      await follow()
    } finally {
      await forwarder.close()
    }
    reportEnd(session, forwarder.counts)
  },
})

/** Begins to forward each task that ends, until Ctrl-C. */
type Follow = () => Promise<void>

/** Hears of every task that ends from now on: by the stream of the service, or by asking for its list where it has none. */
async function openSource({ client }: Connection, session: Session, forwarder: Forwarder): Promise<Follow> {
  const { signal } = forwarder
  const declared = await declaredBy({ client, signal })
  if (declared?.extensions.includes('events') === true) return openStream(client, forwarder)
  const ended = new EndedTasks(client, { signal })
  await ended.begin()
  const interval = Math.max(declaredInterval(declared) ?? standardInterval, minInterval)
  return () => poll(session, ended, forwarder, interval)
}

async function openStream(client: Pick<ModelTasks, 'events'>, forwarder: Forwarder): Promise<Follow> {
  const { signal } = forwarder
  let connected = (): void => undefined
  const begun = new Promise<void>((resolve) => (connected = resolve))
  const events = client.events({ onConnect: connected }, { signal })
  const first = events.next()
  await Promise.race([begun, first])
  return async () => {
    try {
      for (let next = await first; next.done !== true; next = await events.next())
        forwarder.begin(eventOf(next.value.data, next.value.timestamp))
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
}

/** Begins to forward each task that ends, until Ctrl-C. Throws where the service rejects the question for good. */
async function poll(session: Session, ended: EndedTasks, forwarder: Forwarder, interval: number): Promise<void> {
  const { terminal } = session
  const { signal } = forwarder
  let isFailing = false
  while (!signal.aborted) {
    try {
      for await (const task of ended.next()) forwarder.begin(eventOf(task, new Date(session.date()).toISOString()))
      isFailing = false
    } catch (error) {
      if (signal.aborted) return
      const failure = clientFailure(error)
      if (failure === undefined || !isTemporary(failure)) throw error
      if (!isFailing)
        terminal.err(
          `${terminal.paint.err.warning('advice')}  ${printable(failure.message)}; asking again until it answers\n`,
        )
      isFailing = true
    }
    await delay(interval, undefined, { signal }).catch(() => undefined)
  }
}

function isTemporary({ kind, status = 0 }: NonNullable<ReturnType<typeof clientFailure>>): boolean {
  return kind === 'connection' || kind === 'timeout' || kind === 'stopped' || status === 429 || status >= 500
}

function printAttempt(session: Session, { event: { id, type, task }, attempt, answer, pause }: Attempt): void {
  const { terminal } = session
  const isAnswered = typeof answer === 'number'
  const seconds = pause === undefined ? undefined : pause / 1000
  if (session.globals.json === true) {
    printJson(session, {
      id,
      type,
      task,
      attempt,
      ...(isAnswered ? { status: answer } : { error: answer }),
      ...(seconds === undefined ? {} : { retryInSeconds: seconds }),
    })
    return
  }
  const { good, bad, faint } = terminal.paint.out
  const time = new Date(session.date()).toLocaleTimeString('sv-SE')
  const again = seconds === undefined ? '' : `  ${faint(`again in ${seconds} s`)}`
  terminal.out(
    `${faint(time)}  ${(pause === undefined ? good : bad)(printable(String(answer)))}  ${type}  ${printable(task)}${again}\n`,
  )
}

/** Events that were not taken are lost to the receiver: the end says how many. */
function reportEnd(session: Session, { begun, taken }: Forwarder['counts']): void {
  if (begun > taken) session.exit = 'partly'
  if (session.globals.quiet === true) return
  const lost = begun === taken ? '' : `; ${begun - taken} not taken, and not sent again`
  session.terminal.err(`stopped: ${formatCount(taken, 'event')} forwarded${lost}\n`)
}
