import { formatCount } from '@model-tasks/validation/count'
import { bar, clock } from './progress.js'
import { fit, table } from './table.js'
import type { Terminal } from './terminal.js'

/** The tasks that run now, of several, redrawn in place. Silent where there is no terminal to draw on. */
export interface Board {
  started: (id: string, model: string) => void
  /** One has ended (with an id when it had come so far), and the credits it cost, where the service says so. */
  ended: (id: string | undefined, how: 'completed' | 'failed' | 'skipped', amount?: unknown) => void
  /** Takes the board away. Harmless when it is gone. */
  close: () => void
}

/** At most this many running tasks are shown. */
const maxTasks = 8

/** `now` in milliseconds. Redrawn at each change and once a second in between. */
export function createBoard(terminal: Terminal, total: number, now: () => number): Board {
  if (!terminal.live) return { started: () => undefined, ended: () => undefined, close: () => undefined }
  const running = new Map<string, { model: string; since: number }>()
  const counts = { completed: 0, failed: 0, skipped: 0 }
  let credits = 0
  let drawn = 0
  const erase = (): void => {
    if (drawn > 0) terminal.err(`\x1b[${drawn}A\x1b[0J`)
    drawn = 0
  }
  const draw = (): void => {
    const paint = terminal.paint.err
    const done = counts.completed + counts.failed + counts.skipped
    const width = terminal.liveColumns - 1
    const failed = counts.failed === 0 ? '' : `, ${paint.bad(`${counts.failed} failed`)}`
    const rows = [...running]
      .slice(0, maxTasks)
      .map(([id, { model, since }]) => [paint.accent('running'), id, model, clock(now() - since)])
    const more = running.size > maxTasks ? `and ${running.size - maxTasks} more\n` : ''
    const text = `${fit(`${bar(done / total)} ${done} of ${total}${failed}, ${formatCount(credits, 'credit')}`, width)}\n${table(rows, width)}${more}`
    erase()
    terminal.err(text)
    drawn = text.split('\n').length - 1
  }
  const timer = setInterval(draw, 1000)
  timer.unref()
  draw()
  return {
    started(id, model) {
      running.set(id, { model, since: now() })
      draw()
    },
    ended(id, how, amount) {
      if (id !== undefined) running.delete(id)
      counts[how]++
      if (typeof amount === 'number') credits += amount
      draw()
    },
    close() {
      clearInterval(timer)
      erase()
    },
  }
}
