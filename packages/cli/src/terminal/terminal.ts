import { createPaint, type Paint } from './paint.js'

/** Where output goes, and what may be drawn there. Results go to `out`, everything about them to `err`. */
export interface Terminal {
  out: (text: string) => void
  err: (text: string) => void
  /** Writes bytes to `out`; resolves once they are taken, rejects where they are not read. */
  bytes: (chunk: Uint8Array) => Promise<void>
  /** Whether `out` is a terminal. */
  interactive: boolean
  /** Whether `err` is a terminal that lines can be redrawn on. */
  live: boolean
  /** Width of `out` in columns; undefined when it is not a terminal, so that nothing is cut. */
  columns: number | undefined
  /** Width of `err` in columns. */
  liveColumns: number
  paint: { out: Paint; err: Paint }
}

/** The terminal of a process. Colour where a stream is a terminal and NO_COLOR is not set. */
export function processTerminal({ stdout, stderr, env }: Pick<NodeJS.Process, 'stdout' | 'stderr' | 'env'>): Terminal {
  const plain = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb'
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    bytes: (chunk) =>
      new Promise((resolve, reject) => {
        // Stays, so that a reader that goes away ends the command with its own exit code: see `main.ts`.
        if (!stdout.listeners('error').includes(ignore)) stdout.on('error', ignore)
        stdout.write(chunk, (error) => {
          if (error instanceof Error) reject(error)
          else resolve()
        })
      }),
    interactive: stdout.isTTY,
    live: stderr.isTTY && env.TERM !== 'dumb',
    columns: stdout.isTTY ? stdout.columns : undefined,
    get liveColumns() {
      return stderr.isTTY ? stderr.columns : 80
    },
    paint: { out: createPaint(stdout.isTTY && !plain), err: createPaint(stderr.isTTY && !plain) },
  }
}

function ignore(): void {
  // The callback of the write reports it.
}
