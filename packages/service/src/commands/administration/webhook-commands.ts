import { formatCount } from '@model-tasks/validation/count'
import { callbackSecret } from '../../run/webhooks/callback-secret.js'
import { untold } from '../../keep/store/webhook-deliveries.js'
import { accountOf } from './account-argument.js'
import { printFirst } from './print-first.js'
import type { Command } from './command.js'
import { InputError } from '../../base/input-error.js'

const shown = 100

/** Commands about events that receivers are told. */
export const webhookCommands: readonly Command[] = [
  {
    name: 'webhook list',
    reads: true,
    usage: '',
    summary: 'lists events that wait or were given up',
    async run(_words, { stores, print }) {
      const all = await stores.deliveries.list(shown + 1)
      const which = `the first ${shown}`
      printFirst(
        print,
        { all, limit: shown, none: 'no event waits', which },
        ({ task, receiver, type, attempts, due, answer }) =>
          `${task}  ${receiver}  ${type}  ${formatCount(attempts, 'attempt')}  ${due === undefined ? 'given up' : `due ${new Date(due).toISOString()}`}${answer === undefined ? '' : `  ${answer}`}`,
      )
    },
  },
  {
    name: 'webhook replay',
    usage: '<task or alert> <receiver>',
    summary: 'sends the event of an ended task, or an alert, again',
    async run([task = '', receiver = ''], { stores, receivers, now, print }) {
      if (!receivers.includes(receiver))
        throw new InputError(
          `${receiver} is not a receiver of the settings, which name ${receivers.join(', ') || 'none'}; give the command the MODEL_TASKS_CONFIG of the service`,
        )
      if (!(await stores.deliveries.replay(task, receiver, now()))) throw new InputError(untold(task, receiver))
      print('due now')
    },
  },
  {
    name: 'webhook secret',
    reads: true,
    usage: '<account>',
    summary: 'prints what callbacks of the account are signed with',
    async run([id], { stores, callbacks, print }) {
      const account = await accountOf(id, stores)
      if (callbacks === undefined)
        throw new InputError('callbacks are not configured; add the member callbacks to the file of MODEL_TASKS_CONFIG')
      print(`whsec_${callbackSecret(callbacks.secret, account.id).toString('base64')}`)
    },
  },
]
