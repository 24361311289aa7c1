import { formatCount } from '@model-tasks/validation/count'
import { creditsOf } from '../../domain/money/credits.js'
import { ReleaseProof } from '../../domain/money/release-proof.js'
import { deliverKept } from '../../keep/store/deliver-kept.js'
import type { Decision } from '../../keep/store/restored-tasks.js'
import type { Command, CommandContext } from './command.js'
import { InputError } from '../../base/input-error.js'
import { referenceOf, takenBy } from './reconcile-command.js'
import { setAside } from './stored-results.js'

/** Commands about tasks that may have been sent before a restore or a failover. */
export const restoredCommands: readonly Command[] = [
  {
    name: 'restored list',
    reads: true,
    usage: '',
    summary: 'lists tasks that may have been sent to an upstream before a restore or a failover',
    async run(_words, { stores, print }) {
      const letters = await setAside(stores)
      if (letters.length === 0) print('no task is set aside after a restore')
      for (const { id, queue, account, model } of letters) {
        const task = await stores.tasks.read(id)
        print(`${id}  ${queue}  ${account}  ${model}  holds ${creditsOf(task?.amount ?? 0)}`)
      }
    },
  },
  {
    name: 'restored adopt',
    usage: '<task|all> [reference]',
    summary: 'follows what an upstream has under this reference; without one, asks it again where that buys once',
    async run([which = '', given], context) {
      const reference = given === undefined ? undefined : await givenReference(which, given, context.stores)
      await decide(which, { to: 'adopt', reference }, 'adopted', context)
    },
  },
  {
    name: 'restored release',
    usage: '<task|all>',
    summary: 'submits what no upstream was asked for, as you have seen at the upstream',
    run: ([which = ''], context) => decide(which, { to: 'release' }, 'waiting', context),
  },
  {
    name: 'restored fail',
    usage: '<task|all> [charge]',
    summary: 'ends what is not to be followed; its credits are given back, or spent with "charge"',
    run([which = '', charge], context) {
      if (charge !== undefined && charge !== 'charge')
        throw new InputError(`"${charge}" is not "charge", which spends the credits; without it they are given back`)
      const credits = charge === undefined ? ReleaseProof.byOperator() : 'charged'
      return decide(which, { to: 'fail', credits }, charge === undefined ? 'failed' : 'failed and charged', context)
    },
  },
]

async function givenReference(which: string, given: string, stores: CommandContext['stores']): Promise<string> {
  if (given.trim() === '')
    throw new InputError('the reference is empty; give the ID that the upstream has for the task, or leave it out')
  if (which === 'all') throw new InputError('a reference is that of one task; name the task in place of all')
  return referenceOf(which, given, stores)
}

/** Whether an upstream may be asked for the task again, which is not done for one whose file is stored: it has been made. */
function submitsAgain(decision: Decision): boolean {
  return decision.to === 'release' || (decision.to === 'adopt' && decision.reference === undefined)
}

async function decide(
  which: string,
  decision: Decision,
  done: string,
  { stores, files, print }: Pick<CommandContext, 'stores' | 'files' | 'print'>,
): Promise<void> {
  const restored = (await setAside(stores)).map(({ id }) => id)
  const ids = which === 'all' ? restored : restored.filter((id) => id === which)
  let [count, completed] = [0, 0]
  for (const id of ids) {
    if (submitsAgain(decision) && (await deliverKept(stores.queue, await files(), id))) completed += 1
    else if (await stores.restored.decide(id, decision)) count += 1
  }
  const taken =
    decision.to === 'adopt' && decision.reference !== undefined && count === 0
      ? await takenBy(which, decision.reference, stores)
      : undefined
  if (which !== 'all' && count + completed === 0)
    throw new InputError(
      taken ??
        (await acceptedMeanwhile(which, ids, stores)) ??
        `${which} is not set aside after a restore; "restored list" shows the tasks that are`,
    )
  if (completed > 0)
    print(
      which === 'all'
        ? `${formatCount(completed, 'task')} completed with the files that are stored of them`
        : `${which}  completed with the files that are stored of it`,
    )
  if (completed === 0 || count > 0)
    print(which === 'all' ? `${formatCount(count, 'task')} ${done}` : `${which}  ${done}`)
}

/** That an upstream has accepted a task that is set aside, in words for who wanted it submitted; undefined where none is known to have. */
async function acceptedMeanwhile(
  id: string,
  restored: readonly string[],
  { tasks }: Pick<CommandContext['stores'], 'tasks'>,
): Promise<string | undefined> {
  const task = restored.includes(id) ? await tasks.read(id) : undefined
  if (task?.submission.state !== 'accepted') return undefined
  return `${id} was accepted by ${task.queue} as ${task.submission.reference}; "restored adopt ${id}" follows it`
}
