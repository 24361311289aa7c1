import { cancelTask } from './cancel-task.js'
import { changePrice } from './change-price.js'
import { changeUpstreamKey } from './change-upstream-key.js'
import { cutDatabase } from './cut-database.js'
import { cutUpstream } from './cut-upstream.js'
import { decideRestored } from './decide-restored.js'
import type { Event } from './event.js'
import { failOverDatabase } from './fail-over-database.js'
import { fillDisk } from './fill-disk.js'
import { freeze } from './freeze.js'
import { interruptTerminal } from './interrupt-terminal.js'
import { jumpClock } from './jump-clock.js'
import { killService } from './kill-service.js'
import { killTerminal } from './kill-terminal.js'
import { letADayPass } from './let-a-day-pass.js'
import { limitAccount } from './limit-account.js'
import { lockTasks } from './lock-tasks.js'
import { loseMessage } from './lose-message.js'
import { losePower } from './lose-power.js'
import { reloadConfiguration } from './reload-configuration.js'
import { restoreBackup } from './restore-backup.js'
import { pauseInStatement } from './pause-in-statement.js'
import { putBackDatabase } from './put-back-database.js'
import { lookAtOthers } from './look-at-others.js'
import { resumeAtTerminal } from './resume-at-terminal.js'
import { rotateKey } from './rotate-key.js'
import { runAgainAtTerminal } from './run-again-at-terminal.js'
import { runAtTerminal } from './run-at-terminal.js'
import { runBatch } from './run-batch.js'
import { stopDatabase } from './stop-database.js'

/** Everything that may happen to one service and to several. A new event is a file and a line here. */
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
  cutUpstream,
  rotateKey,
  changeUpstreamKey,
  changePrice,
  limitAccount,
  reloadConfiguration,
  restoreBackup,
  putBackDatabase,
  decideRestored,
  jumpClock,
  letADayPass,
  fillDisk,
  losePower,
]

/** What may happen beside that to services that share a database. */
export const eventsOfSeveral: readonly Event[] = [
  ...events,
  cutDatabase,
  stopDatabase,
  failOverDatabase,
  pauseInStatement,
  lockTasks,
]

/** The event of a name. */
export function eventOf(name: string): Event {
  const found = eventsOfSeveral.find((event) => event.name === name)
  if (found === undefined)
    throw new Error(`there is no event ${name}; there are ${eventsOfSeveral.map((event) => event.name).join(', ')}`)
  return found
}
