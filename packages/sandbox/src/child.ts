import type { DrawOrder, DrawReport } from './protocol.js'

/** The process that draws. It takes orders from its parent, one at a time, and ends when the parent is gone. */
const REPORT_STEP = 0.02

async function carryOut(order: DrawOrder): Promise<void> {
  let reported = 0
  try {
    // Loaded with the first order, so that a package that is missing fails it with a message and not the process.
    const { drawToDisk } = await import('./draw.js')
    const file = await drawToDisk(order.plan, order, (fraction) => {
      if (fraction - reported < REPORT_STEP && fraction < 1) return
      reported = fraction
      report({ kind: 'progress', fraction })
    })
    report({ kind: 'done', file })
  } catch (error) {
    report({ kind: 'failed', message: explain(error) })
  }
}

function explain(error: unknown): string {
  // In the words of Node, and of Yarn's Plug'n'Play.
  const missing = /(?:Cannot find (?:package|module) '|tried to access )([^' ]+)/u.exec(
    error instanceof Error ? error.message : '',
  )?.[1]
  if (missing !== undefined)
    return `the sandbox needs the package ${missing.replace(/^((?:@[^/]+\/)?[^/]+).*$/u, '$1')}; install it beside @model-tasks/sandbox`
  return error instanceof Error ? error.message : String(error)
}

/** A report that does not get through means that the file is no longer waited for. */
function report(message: DrawReport): void {
  if (!process.connected) end()
  process.send?.(message, (error: Error | null) => {
    if (error !== null) end()
  })
}

/** At once and without a word, also in the middle of a file: threads of the encoder are not waited for. */
function end(): never {
  process.kill(process.pid, 'SIGKILL')
  process.exit(0)
}

process.on('message', (order: DrawOrder) => void carryOut(order))
process.on('disconnect', end)
