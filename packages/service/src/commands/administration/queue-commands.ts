import { formatCount } from '@model-tasks/validation/count'
import { printableJson } from '@model-tasks/validation/printable'
import { putBack } from '../../keep/store/deliver-kept.js'
import { mostPairs } from '../../keep/store/queue-figures.js'
import type { QueueFigures } from '../../keep/store/task-queue.js'
import { isTerminal } from '../../domain/task/record.js'
import { ProofSigner } from '../../edge/operator/proof.js'
import { proveTask } from '../../edge/operator/prove-task.js'
import { accountOf } from './account-argument.js'
import { printFirst } from './print-first.js'
import type { Command, CommandContext } from './command.js'
import { InputError } from '../../base/input-error.js'
import { tableLines } from '../../base/table.js'

const shownDeadLetters = 100

/** Commands about what waits, runs and was set aside. */
export const queueCommands: readonly Command[] = [
  {
    name: 'queue',
    reads: true,
    usage: '',
    summary: 'shows what waits, runs and was set aside, by queue and account',
    async run(_words, { stores, now, print }) {
      const figures = await stores.queue.figures(mostPairs)
      if (figures.length === 0) print('nothing waits and nothing runs')
      else for (const line of figuresTable(figures, now())) print(line)
      for (const line of await latestRefusals(stores)) print(line)
    },
  },
  {
    name: 'queue dead',
    reads: true,
    usage: '',
    summary: 'lists tasks that were set aside after too many internal errors',
    async run(_words, { stores, print }) {
      const all = await stores.queue.deadLetters(shownDeadLetters + 1)
      const which = `the ${shownDeadLetters} oldest`
      printFirst(
        print,
        { all, limit: shownDeadLetters, none: 'no task is set aside', which },
        ({ id, queue, account, since, retries, reason }) =>
          `${id}  ${queue}  ${account}  ${new Date(since).toISOString()}  ${formatCount(retries, 'error')}  ${reason}`,
      )
    },
  },
  {
    name: 'queue retry',
    usage: '<task>',
    summary: 'puts a task that was set aside back into its queue, or completes it with the files that are stored of it',
    async run([id = ''], { stores, files, print }) {
      const now = await putBack(id, stores, files)
      if (now === undefined) throw new InputError(`${id} is not set aside; "queue dead" lists the tasks that are`)
      print(now === 'completed' ? `${id}  completed with the files that are stored of it` : now)
    },
  },
  {
    name: 'queue show',
    reads: true,
    usage: '<task>',
    summary: 'shows where a task stands, which upstreams declined it, and what polls were answered',
    async run([id = ''], { stores, print }) {
      const task = await stores.tasks.read(id)
      if (task === undefined) throw new InputError(`there is no task ${id}; an ID begins with task_`)
      const { queue, status, submission, faults } = task
      print(
        `${task.id}  ${status}  queue ${queue}  submission ${submission.state}  ${formatCount(faults, 'internal error')}`,
      )
      for (const { upstream, at, proof } of await stores.queue.refusals(task.id))
        print(`  ${new Date(at).toISOString()}  ${upstream} declined it: ${proof}`)
      for (const { at, state, progress } of await stores.queue.polled(task.id))
        print(
          `  ${new Date(at).toISOString()}  ${queue} answered ${state}${progress === undefined ? '' : `, ${Math.round(progress * 100)} %`}`,
        )
    },
  },
  {
    name: 'queue prove',
    reads: true,
    usage: '<task>',
    summary: 'prints a signed proof of what was held, asked, answered, stored and settled, as JSON',
    async run([id = ''], { stores, files, secret, now, print }) {
      const parts = { ...stores, files: await files(), proofs: new ProofSigner(await secret()) }
      const proof = await proveTask(id, parts, now())
      if (proof === undefined) throw new InputError(`there is no task ${id}; an ID begins with task_`)
      print(printableJson(proof))
    },
  },
  {
    name: 'queue share',
    usage: '<account> <weight> [limit]',
    summary: 'sets the weight of an account and how many of its tasks run at a time',
    async run([id, weight = '', limit], { stores, print }) {
      const share = { weight: weightOf(weight), limit: limit === undefined ? undefined : limitOf(limit) }
      const account = await accountOf(id, stores)
      await stores.queue.setShare(account.id, share)
      print(`${account.id}  weight ${share.weight}  ${share.limit === undefined ? 'no limit' : `limit ${share.limit}`}`)
    },
  },
]

const lookedAt = 100

/** Why the latest tasks wait that an upstream has declined: its last answer to each, once, as often as it was given. */
async function latestRefusals({ tasks, queue }: CommandContext['stores']): Promise<string[]> {
  const waiting = (await tasks.latest(lookedAt)).filter(
    ({ status, submission }) => !isTerminal(status) && submission.state === 'none',
  )
  const counts = new Map<string, number>()
  for (const { id } of waiting) {
    const last = (await queue.refusals(id)).at(-1)
    if (last === undefined) continue
    const line = `${last.upstream} declined: ${last.proof}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return [...counts].map(([line, count]) => `${count} of the latest tasks ${count === 1 ? 'waits' : 'wait'}: ${line}`)
}

const columns = ['queue', 'account', 'waiting', 'delayed', 'oldest', 'running', 'retries', 'dead'] as const

function figuresTable(figures: readonly QueueFigures[], now: number): string[] {
  const rows = figures.map((one) =>
    columns.map((column) => (column === 'oldest' ? age(one.oldest, now) : String(one[column]))),
  )
  return tableLines([columns, ...rows])
}

function age(created: number | undefined, now: number): string {
  return created === undefined ? '-' : `${Math.max(0, Math.round((now - created) / 1000))} s`
}

function weightOf(words: string): number {
  const weight = /^\d+(\.\d+)?$/.test(words) ? Number(words) : NaN
  if (weight >= 0.001 && weight <= 1000) return weight
  throw new InputError('give the weight as a number from 0.001 to 1000; 1 is usual')
}

const maxLimit = 1_000_000

function limitOf(words: string): number {
  const limit = /^\d+$/.test(words) ? Number(words) : NaN
  if (limit <= maxLimit) return limit
  throw new InputError(`give the limit as an integer from 0 to ${maxLimit}; leave it out for no limit`)
}
