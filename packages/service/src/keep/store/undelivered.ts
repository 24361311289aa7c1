/**
 * Dead letters whose upstream has completed the task, and whose file could not be fetched or stored. They wait for an operator,
 * since the file was bought and may still be there. Once they fail, what was bought cannot be delivered: no caller pays for it.
 */
import { deathReason } from './fuse.js'

/** How the reason of such a dead letter begins, unless the handling of its file ended the process. */
export const undeliveredReason = 'the upstream completed the task, and its file could not be had: '

/** Whether a dead letter is one of these, as SQL over its row. */
export const undeliveredInSql = `(submission = 'accepted' AND (dead_reason = '${deathReason}' OR substr(dead_reason, 1, ${undeliveredReason.length}) = '${undeliveredReason}'))`
