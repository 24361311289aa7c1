import { processState } from '../../keep/store/process-store.js'
import type { Command } from './command.js'
import { InputError } from '../../base/input-error.js'
import { operatorOf } from './operator-of.js'

/** Commands about the processes of the service. */
export const processCommands: readonly Command[] = [
  {
    name: 'process list',
    reads: true,
    usage: '',
    summary: 'lists the processes of the service, and which are drained or empty',
    async run(_words, { stores, print }) {
      const processes = await stores.processes.list()
      if (processes.length === 0) print('no process of the service runs')
      for (const one of processes) print(`${one.name}  ${new Date(one.started).toISOString()}  ${processState(one)}`)
    },
  },
  {
    name: 'process drain',
    usage: '<process>',
    summary: 'has a process take nothing new and leave its tasks to the others; "process list" tells when it is empty',
    async run([name = ''], { stores, print }) {
      if (!(await stores.processes.drain(name, operatorOf())))
        throw new InputError(`no process "${name}" runs; "process list" shows those that do`)
      print(`${name}  draining`)
    },
  },
]
