import { formatCount } from '@model-tasks/validation/count'
import { Problem } from '../../admit/problem.js'
import { creditsOf } from '../../domain/money/credits.js'
import { ReleaseProof } from '../../domain/money/release-proof.js'
import { isTerminal, type TaskView } from '../../domain/task/record.js'
import { retryDeadLetter } from './actions.js'
import type { OperatorParts } from './parts.js'
import { adoptedReference } from './adopted-reference.js'
import { takenReference } from './taken-reference.js'

/** Something an operator can decide about a task, and what it costs. */
export interface Decision {
  /** As it stands in an address. */
  name: string
  /** On the button, and in the record. */
  title: string
  /** Whether it makes sense for the task as it is. */
  fits(task: TaskView, dead: boolean): boolean
  /** What follows, in money first, before it is confirmed. */
  cost(task: TaskView): string
  /** The label of what is to be given with it. */
  asks?: string
  danger?: true
  /** Carries it out. Answers whether it was still possible; throws Problem where what was given cannot be. */
  run(task: TaskView, given: string, parts: OperatorParts): Promise<boolean>
}

const price = ({ amount }: TaskView): string => formatCount(creditsOf(amount), 'credit')
const hasIt = ({ submission }: TaskView): boolean => submission.state === 'accepted'

/** What becomes of a task that is put back into its queue. */
const next = (task: TaskView): string =>
  task.submission.state === 'none'
    ? `No upstream was asked for it: it is submitted and bought once, for the ${price(task)} that are held.`
    : hasIt(task)
      ? `Its upstream has it: it is polled on, and nothing is bought again. ${price(task)} stay held.`
      : `Its upstream may have it: it is asked again only where that buys once, and else waits for the deadline of an unknown outcome. ${price(task)} stay held.`

/** All decisions about one task, in the order in which they are offered. */
export const decisions: readonly Decision[] = [
  {
    name: 'retry',
    title: 'Retry',
    fits: (_task, dead) => dead,
    cost: (task) =>
      `${next(task)} Where its files are stored already, it completes with them, and the credits are spent.`,
    run: ({ id }, _given, parts) => retryDeadLetter(id, parts),
  },
  {
    name: 'adopt',
    title: 'Adopt a result',
    asks: 'The ID that the upstream has for the task',
    fits: (task) => !isTerminal(task.status) && !hasIt(task),
    cost: (task) =>
      `What ${task.queue} has under the ID that you give becomes the result of this task; nothing is bought. ${price(task)} stay held, and are spent when it completes. The ID of another task of this service is rejected.`,
    async run(task, given, { operator, engine, search, identity }) {
      const named = await adoptedReference(given, task, search)
      if ('wrong' in named) throw new Problem('invalid-request', named.wrong)
      const { reference } = named
      const done = await operator.adopt(task.id, reference, identity(task.queue))
      const taken = done ? undefined : await takenReference(reference, task, search)
      if (taken !== undefined) throw new Problem('invalid-request', taken)
      if (done) engine.wake(task.queue)
      return done
    },
  },
  {
    name: 'release',
    title: 'Fail and give credits back',
    danger: true,
    fits: ({ status }) => !isTerminal(status),
    cost: (task) =>
      task.submission.state === 'none'
        ? `No upstream was asked for it, so that it costs nothing. ${price(task)} are given back.`
        : `${task.queue} ${hasIt(task) ? 'has' : 'may have'} it and may charge you for it. ${price(task)} are given back to the account all the same, and a result that still comes is not delivered.`,
    async run({ id }, _given, { operator, engine }) {
      const done = await operator.fail(id, 'ended by the operator', ReleaseProof.byOperator())
      if (done) engine.stop(id)
      return done
    },
  },
  {
    name: 'charge',
    title: 'Fail and charge',
    danger: true,
    fits: ({ status, submission }) => !isTerminal(status) && submission.state !== 'none',
    cost: (task) => `The account pays the ${price(task)} that are held, and gets no result. It cannot be undone.`,
    async run({ id }, _given, { operator, engine }) {
      const done = await operator.fail(id, 'ended by the operator', 'charged')
      if (done) engine.stop(id)
      return done
    },
  },
]

/** Throws the problem that a decision does not make sense for the task as it is now, as where its upstream has answered since it was shown. */
export async function assertFits(decision: Decision, task: TaskView, { operator }: OperatorParts): Promise<void> {
  if (!decision.fits(task, await operator.isSetAside(task.id))) throw notNow(decision)
}

/** Carries out what an operator decided. Throws the problem that it cannot be done with the task as it is now, or with what was given. */
export async function carryOut(decision: Decision, task: TaskView, given: string, parts: OperatorParts): Promise<void> {
  await assertFits(decision, task, parts)
  if (!(await decision.run(task, given, parts))) throw notNow(decision)
}

function notNow({ name }: Decision): Problem {
  return new Problem('invalid-request', `this cannot be done with the task as it is now: ${name}`)
}
