/** What went wrong with a task, for a table that names the task and its status already: the first line, without these. */
export function besideTask(id: string, message: string): string {
  const [line = ''] = message.split('\n')
  return line.replace(`query of task ${id}: `, '').replace(`task ${id} failed: `, '').replace(`task ${id} `, '')
}
