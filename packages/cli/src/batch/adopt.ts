import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { scopeOf, type Ledger, type LedgerContent, type LineState } from '@model-tasks/client/batch'
import { readLedger } from '@model-tasks/client/journal'
import { formatCount } from '@model-tasks/validation/count'
import type { NextCommand } from '../failure/next-command.js'
import type { Session } from '../session.js'
import type { Line } from './lines.js'
import { lockLedger } from './lock.js'

/**
 * Takes over what other batches of this service have recorded of lines that this one knows nothing of: a batch whose file was renamed, moved or
 * copied is the same batch; another that has some of its lines has them for itself. Throws a Problem while another process runs one of these. Nothing is taken over into a batch that was restarted.
 */
export async function adoptLines(
  session: Session,
  ledger: Ledger,
  lines: readonly Line[],
  again: readonly NextCommand[],
): Promise<void> {
  if (ledger.restarted) return
  const own = ledger.state()
  const all = new Set(lines.map(({ identity }) => identity))
  const wanted = new Set([...all].filter((identity) => !own.has(identity)))
  if (wanted.size === 0) return
  const places = new Map<string, number>()
  for (const name of await readdir(dirname(ledger.path)).catch(() => [])) {
    if (!name.endsWith('.jsonl') || name === basename(ledger.path)) continue
    const path = join(dirname(ledger.path), name)
    const other = await readLedger(path)
    if (![...wanted].some((identity) => isSubmitted(other.states.get(identity)))) continue
    if (!(await isSameBatch(other, all))) continue
    // The process that runs it may be about to submit more of these lines.
    const release = await lockLedger(path, again)
    try {
      const { place, states: latest } = await readLedger(path)
      for (const identity of wanted) {
        const state = latest.get(identity)
        if (!isSubmitted(state)) continue
        await copy(ledger, identity, state)
        wanted.delete(identity)
        places.set(place, (places.get(place) ?? 0) + 1)
      }
    } finally {
      await release()
    }
  }
  const { err, paint } = session.terminal
  for (const [place, count] of places)
    err(
      `${paint.err.warning('advice')}  ${formatCount(count, 'line')} of this batch ${count === 1 ? 'was' : 'were'} submitted from ${place} and ${count === 1 ? 'is' : 'are'} not submitted again; --restart submits every line anew\n`,
    )
}

/** Whether the batch of another ledger is this one under another name: its file is gone, or this one has all of its lines. */
async function isSameBatch({ place, states }: LedgerContent, all: ReadonlySet<string>): Promise<boolean> {
  const isGone = isAbsolute(place) && (await stat(place).catch(() => undefined)) === undefined
  return isGone || [...states].every(([identity, state]) => !isSubmitted(state) || all.has(identity))
}

function isSubmitted(state: LineState | undefined): state is LineState {
  return state?.id !== undefined || state?.key !== undefined
}

/** Records a state of another ledger, step by step. */
async function copy(ledger: Ledger, line: string, state: LineState): Promise<void> {
  const { key, body, at = '', scope = {}, id, status, amount, files } = state
  if (key !== undefined && body !== undefined)
    await ledger.append({ event: 'intent', line, key, body, ...scopeOf(scope), at })
  if (id !== undefined) await ledger.append({ event: 'accepted', line, id, at })
  if (status !== undefined)
    await ledger.append({ event: 'ended', line, status, ...(amount === undefined ? {} : { amount }), at })
  for (const [file, { bytes, stored }] of files)
    if (stored) await ledger.append({ event: 'stored', line, file, bytes, at })
}
