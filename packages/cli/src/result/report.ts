import { resultLocations } from '@model-tasks/client/policy'
import { formatCount } from '@model-tasks/validation/count'
import type { Task } from '@model-tasks/spec'
import { getCommand } from '../failure/next-command.js'
import { printJson, typed, type Session } from '../session.js'
import { printable } from '@model-tasks/validation/printable'
import { megabytes } from '../terminal/progress.js'
import { storedExtensionAdvice } from './extension.js'
import type { Finished } from './finish.js'
import type { Stored, StoredFile } from './store.js'

/** Prints what became of a task: one JSON object, or the name of its file (the URL of its result when there is none). */
export function report(session: Session, { task, stored }: Finished): void {
  const { terminal, globals } = session
  const toStandardOutput = stored?.path === '-'
  if (globals.json === true) {
    const file = stored === undefined ? {} : { file: stored.path, bytes: stored.bytes, ...filesOf(stored) }
    printJson(session, { ...task, ...file })
    return
  }
  const urls = stored === undefined ? resultLocations(task) : []
  if (stored !== undefined && !toStandardOutput) for (const { path } of allFiles(stored)) terminal.out(`${path}\n`)
  for (const url of urls) terminal.out(`${printable(url)}\n`)
  const advice =
    stored === undefined || toStandardOutput ? undefined : storedExtensionAdvice(stored.path, stored.contentType)
  if (advice !== undefined) terminal.err(`${terminal.paint.err.warning('advice')}  ${printable(advice)}\n`)
  if (globals.quiet === true) return
  terminal.err(`${summary(session, task, stored && allFiles(stored))}\n`)
  if (urls.length > 0)
    terminal.err(
      `${terminal.paint.err.faint(urls.length > 1 ? 'The URLs expire. Store the files with:' : 'The URL expires. Store the file with:')} ${typed(session, getCommand(task.id))}\n`,
    )
}

/** The first file, and the others. */
function allFiles({ others = [], ...first }: Stored): readonly StoredFile[] {
  return [first, ...others]
}

/** All files, for programs, where there are several. */
function filesOf(stored: Stored): { files?: string[] } {
  return stored.others === undefined ? {} : { files: allFiles(stored).map(({ path }) => path) }
}

function summary({ terminal }: Session, task: Task, files: readonly StoredFile[] | undefined): string {
  const paint = terminal.paint.err
  const { amount, status } = task
  const cost =
    typeof amount === 'number' || typeof amount === 'string'
      ? formatCount(Number(amount) === 1 ? 1 : amount, 'credit')
      : undefined
  const count = files === undefined || files.length === 1 ? undefined : formatCount(files.length, 'file')
  const size = files && megabytes(files.reduce((sum, { bytes }) => sum + bytes, 0))
  const facts = [`task ${task.id}`, status, count, size, cost].filter((fact) => fact !== undefined)
  const label =
    status === 'completed'
      ? paint.good('done  ')
      : status === 'failed'
        ? paint.bad('failed')
        : paint.accent(printable(status))
  return `${label}  ${paint.faint(printable(facts.join(', ')))}`
}
