/**
 * The fuse: a task whose files end the process that handles them would end every process that resumes it. The process that
 * handles the files of a task notes it before; where it ends without a word, that counts as a death of the task.
 *
 * A kill from outside looks the same: by an operator, by the system when memory is short, by a machine that loses its power.
 * So a task that was set aside comes back by itself, each time after a longer pause, and is handled alone. One that was
 * there when others killed the process is delayed; one that ends the process does so six times in nine hours, and then
 * waits for an operator.
 */

/** How often the handling of a task may end a process before the task becomes a dead letter. */
export const deathLimit = 2

/** How long a task stays set aside after its second death and each one more, in milliseconds; then, until an operator retries it. */
const pauses = [30_000, 300_000, 3_600_000, 8 * 3_600_000]

/** The reason of such a dead letter. */
export const deathReason =
  'the process ended twice while it handled the files of the task; its log before each restart may say why'

/** The pause of a task set aside, in milliseconds, as SQL over its `deaths`; null where it waits for an operator. */
export const pauseInSql = `CASE deaths ${pauses.map((pause, index) => `WHEN ${deathLimit + index} THEN ${pause}`).join(' ')} END`

/** A process ended while it handled the files of a task. */
export interface Death {
  task: string
  queue: string
  /** How often that has happened to the task. */
  times: number
  /** Whether the task was set aside for it. */
  setAside: boolean
}
