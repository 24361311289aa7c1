/**
 * The fuse: a task whose result ends the process that handles it would end every process that resumes it. Whoever handles
 * the files of a task notes it before; a process that is gone counts on the tasks that it was handling.
 */

/** How often the handling of a task may end a process before the task becomes a dead letter. */
export const deathLimit = 2

/** The reason of such a dead letter. */
export const deathReason =
  'the process ended twice while it handled the files of the task; its log before each restart may say why'
