import { readdir, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { addressOf } from '@model-tasks/client/policy'
import { scopeOf, type Ledger, type LedgerContent, type LineState } from '@model-tasks/client/batch'
import { readLedger } from '@model-tasks/client/journal'
import { formatCount } from '@model-tasks/validation/count'
import { variable } from '../connection/variable.js'
import type { NextCommand } from '../failure/next-command.js'
import type { Session } from '../session.js'
import type { Line } from './lines.js'
import { lockLedger } from './lock.js'

/** A batch, as others are compared with it. */
export interface OwnBatch {
  /** Where its file lies. */
  place: string
  /** Base URL of its service. */
  baseUrl: string
  lines: readonly Line[]
  /** The commands that run it once another process has ended. */
  again: readonly NextCommand[]
}

/**
 * Takes over what other batches of this service have recorded of lines that this one knows nothing of: a batch whose file was renamed, moved or
 * copied is the same batch, and so is one whose service was spelled in another way; another that has some of its lines has them for itself. Throws a Problem while another process runs one of these. Nothing is taken over into a batch that was restarted.
 */
export async function adoptLines(
  session: Session,
  ledger: Ledger,
  { place: own, baseUrl, lines, again }: OwnBatch,
): Promise<void> {
  if (ledger.restarted) return
  const known = ledger.state()
  const all = new Set(lines.map(({ identity }) => identity))
  const wanted = new Set([...all].filter((identity) => !known.has(identity)))
  if (wanted.size === 0) return
  const places = new Map<string, number>()
  for (const { path, isElsewhere } of await others(ledger.path, session.env)) {
    const isOurs = (state: LineState | undefined): state is LineState =>
      isSubmitted(state) && (!isElsewhere || state.scope?.service === addressOf(baseUrl))
    const other = await readLedger(path)
    if (![...wanted].some((identity) => isOurs(other.states.get(identity)))) continue
    if (other.place !== own && !(await isSameBatch(other, all))) continue
    // The process that runs it may be about to submit more of these lines.
    const release = await lockLedger(path, again)
    try {
      const { place, states: latest } = await readLedger(path)
      for (const identity of wanted) {
        const state = latest.get(identity)
        if (!isOurs(state)) continue
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

/**
 * The ledgers of other batches, in the folder of this one and, where every service has a folder, in those of other names: earlier
 * versions gave each spelling of an address one.
 */
async function others(own: string, env: NodeJS.ProcessEnv): Promise<{ path: string; isElsewhere: boolean }[]> {
  const folder = dirname(own)
  const found = []
  for (const each of variable(env, 'MODEL_TASKS_JOURNAL') === undefined ? await foldersBeside(folder) : [folder])
    for (const name of await readdir(each).catch(() => [])) {
      const path = join(each, name)
      if (name.endsWith('.jsonl') && path !== own) found.push({ path, isElsewhere: each !== folder })
    }
  return found
}

async function foldersBeside(folder: string): Promise<string[]> {
  const names = await readdir(dirname(folder)).catch(() => [])
  return names.filter((name) => name.endsWith('.batches')).map((name) => join(dirname(folder), name))
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
