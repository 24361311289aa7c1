import { cancelTask } from './cancel-task.js'
import { changePrice } from './change-price.js'
import { changeUpstreamKey } from './change-upstream-key.js'
import { decideRestored } from './decide-restored.js'
import type { Event } from './event.js'
import { fillDisk } from './fill-disk.js'
import { freeze } from './freeze.js'
import { interruptTerminal } from './interrupt-terminal.js'
import { jumpClock } from './jump-clock.js'
import { killService } from './kill-service.js'
import { killTerminal } from './kill-terminal.js'
import { letADayPass } from './let-a-day-pass.js'
import { loseMessage } from './lose-message.js'
import { restoreBackup } from './restore-backup.js'
import { lookAtOthers } from './look-at-others.js'
import { resumeAtTerminal } from './resume-at-terminal.js'
import { rotateKey } from './rotate-key.js'
import { runAgainAtTerminal } from './run-again-at-terminal.js'
import { runAtTerminal } from './run-at-terminal.js'
import { runBatch } from './run-batch.js'

/** Everything that may happen. A new event is a file and a line here. */
export const events: readonly Event[] = [
  runAtTerminal,
  runAgainAtTerminal,
  runBatch,
  resumeAtTerminal,
  cancelTask,
  lookAtOthers,
  killTerminal,
  interruptTerminal,
  killService,
  freeze,
  loseMessage,
  rotateKey,
  changeUpstreamKey,
  changePrice,
  restoreBackup,
  decideRestored,
  jumpClock,
  letADayPass,
  fillDisk,
]

/** The event of a name. */
export function eventOf(name: string): Event {
  const found = events.find((event) => event.name === name)
  if (found === undefined)
    throw new Error(`there is no event ${name}; there are ${events.map((event) => event.name).join(', ')}`)
  return found
}
