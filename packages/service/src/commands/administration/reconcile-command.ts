import { formatCount } from '@model-tasks/validation/count'
import { readFile } from 'node:fs/promises'
import { creditsOf } from '../../domain/money/credits.js'
import { InvoiceError, readInvoice, type InvoiceLine } from '../../edge/operator/invoice.js'
import { HistoryError, type PastTask } from '../../domain/provider/history.js'
import { reconcile, type Compared, type Reconciled } from '../../edge/operator/reconcile.js'
import { adoptedReference } from '../../edge/operator/adopted-reference.js'
import { takenReference } from '../../edge/operator/taken-reference.js'
import type { TaskView } from '../../domain/task/record.js'
import { upstreamIdOf } from '../../domain/provider/reference.js'
import { dayLength } from '../../keep/store/usage.js'
import { identityOf } from '../../run/provider/upstream-identity.js'
import { reasonOf } from '../../base/reason.js'
import type { Command, CommandContext } from './command.js'
import { InputError } from '../../base/input-error.js'

/** How many days an upstream's own list is read back. */
const usualDays = 7
/** How long reading it may take, in milliseconds: an upstream may ask for a wait before each page. */
const listTime = 30 * 60_000

/** Commands that hold what an upstream has charged for against what accounts were charged. */
export const reconcileCommands: readonly Command[] = [
  {
    name: 'reconcile',
    reads: true,
    usage: '<upstream[,upstream…]> [days|file.csv] [column]',
    summary: `compares what an upstream has charged for with what was charged here, in both directions: its own list of tasks of the last days (${usualDays} if not said), or its invoice as CSV; name the queues of all its keys that the list covers`,
    async run([named = '', source = String(usualDays), column], context) {
      const queues = [...new Set(named.split(','))]
      const days = /^\d{1,4}$/.test(source) ? Number(source) : undefined
      const compared =
        days === undefined ? { queues, lines: await invoiceOf(source, column) } : await listedBy(queues, days, context)
      const result = await reconcile(compared, context.stores.search)
      for (const line of report(queues, result)) context.print(line)
    },
  },
  {
    name: 'queue adopt',
    usage: '<task> <reference>',
    summary: 'makes what its upstream has under this ID the result of a task that has not ended',
    async run([id = '', reference = ''], { stores, upstreams, print }) {
      if (reference.trim() === '') throw new InputError('give the ID that the upstream has for the task')
      const named = await referenceOf(id, reference, stores)
      const queue = (await stores.tasks.read(id))?.queue
      const upstream = upstreams.find(({ name }) => name === queue)
      if (!(await stores.operator.adopt(id, named, upstream && identityOf(upstream))))
        throw new InputError(
          (await takenBy(id, named, stores)) ??
            `${id} has ended, has a reference, is being submitted just now, or is not there; "queue show" shows where it stands`,
        )
      print(`${id}  followed as ${named}`)
    },
  },
]

/** The reference of a task that is named by its upstream's ID. Throws `InputError` where the ID does not say it. */
export async function referenceOf(
  id: string,
  given: string,
  { tasks, search }: CommandContext['stores'],
): Promise<string> {
  const task = await tasks.read(id)
  if (task === undefined) return given
  const named = await adoptedReference(given, task, search)
  if ('wrong' in named) throw new InputError(named.wrong)
  return named.reference
}

/** That another task has the reference with which one was to be adopted; undefined where none has. */
export async function takenBy(
  id: string,
  reference: string,
  { tasks, search }: CommandContext['stores'],
): Promise<string | undefined> {
  const task = await tasks.read(id)
  return task && takenReference(reference, task, search)
}

/** What the upstreams themselves list. Throws `InputError` where one has no list, or cannot be asked. */
async function listedBy(
  queues: readonly string[],
  days: number,
  { upstreams, now, print }: Pick<CommandContext, 'upstreams' | 'now' | 'print'>,
): Promise<Compared> {
  if (days === 0) throw new InputError('0 days hold no tasks; name 1 or more')
  const [since, to] = [now() - days * dayLength, now()]
  const { upstreamHistory } = await import('../../run/provider/upstream-history.js')
  const listed: PastTask[] = []
  const identities = new Map<string, string>()
  for (const queue of queues) {
    const upstream = upstreams.find(({ name }) => name === queue)
    if (upstream === undefined)
      throw new InputError(
        upstreams.length === 0
          ? 'the settings name no upstream that could be asked; give its invoice as CSV'
          : `the settings have no upstream ${JSON.stringify(queue)} that could be asked; name one of ${upstreams.map(({ name }) => name).join(', ')}, or its invoice as CSV`,
      )
    const tasks = await upstreamHistory(upstream, since, { signal: AbortSignal.timeout(listTime) }).catch(
      (error: unknown) => {
        if (!(error instanceof HistoryError)) throw error
        throw new InputError(
          `the list of ${queue} could not be read to its end, so nothing was compared: ${error.message}`,
        )
      },
    )
    if (tasks === undefined)
      throw new InputError(`${queue} has no list of tasks that this service can read; give its invoice as CSV`)
    print(`${queue} lists ${formatCount(tasks.length, 'task')} of the last ${formatCount(days, 'day')}`)
    listed.push(...tasks)
    identities.set(queue, identityOf(upstream))
  }
  return { ...comparedWith(queues, listed, { since, to }), identities }
}

/**
 * A task that was submitted before the oldest that is listed may be too old for the list. One that several keys list, or that moved
 * from one page to the next while they were read, was charged for once.
 */
function comparedWith(
  queues: readonly string[],
  listed: readonly PastTask[],
  { since, to }: { since: number; to: number },
): Compared {
  const charged = listed.filter(({ state }) => state === 'charged')
  const lines = [...new Map(charged.map(({ reference, cost }) => [reference, { reference, cost }])).values()]
  const running = listed.flatMap(({ reference, state }) => (state === 'running' ? [reference] : []))
  const oldest = listed.reduce((time, { created }) => Math.min(time, created ?? time), to)
  const from = listed.length === 0 ? since : Math.max(since, oldest)
  return { queues, lines, running, covers: { from, to } }
}

async function invoiceOf(path: string, column: string | undefined): Promise<InvoiceLine[]> {
  try {
    return readInvoice(await readFile(path, 'utf8'), column)
  } catch (error) {
    if (error instanceof InvoiceError) throw new InputError(`${path}: ${error.message}`)
    throw new InputError(`${path} cannot be read: ${reasonOf(error)}`)
  }
}

/** Both directions, and what to do about each. */
function report(
  queues: readonly string[],
  { matched, paidThere, repeated, chargedHere, unknown, outside }: Reconciled,
): string[] {
  const credits = (micro: number): string => formatCount(creditsOf(micro), 'credit')
  const charged = ({ id, status, amount, submission }: TaskView): string =>
    `  ${upstreamIdOf(submission.reference ?? '')}  ${id}  ${status}, ${credits(amount)}`
  return [
    `${formatCount(matched, 'task')} of ${queues.join(' and ')} in both`,
    `paid there, not charged here: ${paidThere.length}`,
    ...paidThere.map(({ line: { reference, cost }, task, elsewhere }) => {
      const there = cost === undefined ? reference : `${reference}  cost ${cost}`
      if (elsewhere !== undefined) {
        const { id, queue } = elsewhere
        return `  ${there}  ${id} of ${queue} has this ID; if the list covers that key too: reconcile ${[...queues, queue].join(',')} …`
      }
      return `  ${there}  ${task === undefined ? 'no task here' : `${task.id}  ${unchargedText(task)}`}`
    }),
    ...(repeated.length === 0 ? [] : [`in several lines, so perhaps charged more than once: ${repeated.length}`]),
    ...repeated.map((lines) => {
      const costs = lines.map(({ cost }) => cost).filter(Boolean)
      const cost = costs.length === 0 ? '' : `, cost ${costs.join(' and ')}`
      return `  ${lines[0]?.reference}  ${formatCount(lines.length, 'line')}${cost}`
    }),
    `charged here, not there: ${chargedHere.length}`,
    ...chargedHere.map(charged),
    ...(outside.length === 0
      ? []
      : [
          `submitted with another key or to another address, so that the list says nothing of them: ${outside.length}`,
          ...outside.map(charged),
        ]),
    ...(unknown.length === 0 ? [] : [`of unknown outcome: ${unknown.length}; what was paid there may be one of them`]),
    ...unknown.map(({ id, status, model, created, amount }) => {
      const at = new Date(created).toISOString()
      const next =
        status === 'failed' ? 'ended; settle it with the customer' : `adopt it: queue adopt ${id} <reference>`
      return `  ${id}  ${model}  ${at}  ${credits(amount)}  ${next}`
    }),
  ]
}

/** Why nothing was charged for a task: one that has a result had a price of 0. */
function unchargedText({ status, errorClass }: TaskView): string {
  if (status === 'completed') return 'completed, at a price of 0'
  return `${status}${errorClass === undefined ? '' : ` (${errorClass})`}, given back`
}
