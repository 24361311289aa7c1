import { queuePlaceOf } from '@model-tasks/client/policy'
import type { Task } from '@model-tasks/spec'
import { fit } from './table.js'
import type { Terminal } from './terminal.js'

/** The line that shows the progress of a task. Silent where there is no terminal to draw on. */
export interface Progress {
  show(task: Task): void
  /** Shows how much of the result has arrived; `total` bytes where the service says so. */
  received(bytes: number, total: number | undefined): void
  /** Takes the line away. */
  end(): void
}

/** `now` in milliseconds. The line is redrawn with each state that arrives and once a second in between. */
export function createProgress(
  terminal: Terminal,
  label: string,
  now: () => number,
  progressFraction: (task: Task) => number | undefined,
): Progress {
  if (!terminal.live) return { show: () => undefined, received: () => undefined, end: () => undefined }
  const started = now()
  let line = ''
  let task: Task | undefined
  const draw = (text: string): void => {
    const fitted = fit(text, terminal.liveColumns - 1)
    if (fitted === line) return
    line = fitted
    terminal.err(`\r\x1b[2K${line}`)
  }
  const paint = terminal.paint.err
  const redraw = (): void => {
    if (task === undefined) return
    const fraction = progressFraction(task)
    const state = task.status === 'failed' ? paint.bad(task.status) : paint.accent(task.status)
    const place = queuePlaceOf(task)
    const behind = place === undefined ? '' : `, place ${place.position}`
    draw(
      `${fraction === undefined || place !== undefined ? '' : `${bar(fraction)} ${percent(fraction)} `}${state}${behind} ${clock(now() - started)} ${paint.faint(label)}`,
    )
  }
  const timer = setInterval(redraw, 1000)
  timer.unref()
  return {
    show(next) {
      task = next
      redraw()
    },
    received(bytes, total) {
      task = undefined
      const share = total === undefined || total === 0 ? '' : `${bar(bytes / total)} ${percent(bytes / total)} `
      draw(`${share}${paint.accent('downloading')} ${megabytes(bytes)} ${paint.faint(label)}`)
    },
    end() {
      clearInterval(timer)
      task = undefined
      if (line !== '') terminal.err('\r\x1b[2K')
      line = ''
    },
  }
}

const cells = 24

/** A bar of 24 cells with a resolution of an eighth of a cell. */
export function bar(fraction: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, fraction)) * cells * 8)
  const full = Math.floor(eighths / 8)
  const part = ' ▏▎▍▌▋▊▉'.charAt(eighths % 8).trim()
  return `${'█'.repeat(full)}${part}${'░'.repeat(cells - full - part.length)}`
}

function percent(fraction: number): string {
  return `${Math.floor(Math.min(1, fraction) * 100)
    .toString()
    .padStart(3)}%`
}

/** `0:07`, `12:34`. */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** `1.4 MB`. */
export function megabytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
