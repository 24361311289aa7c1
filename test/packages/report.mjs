/**
 * Prints a line per check, with the seconds that it took. `report(title, work)` runs `work`, which throws when the check fails, and
 * may answer a note for the line; `failures()` answers how many failed so far.
 */
export function reporter() {
  let failed = 0
  return {
    failures: () => failed,
    async report(title, work) {
      const started = performance.now()
      const took = () => `(${((performance.now() - started) / 1000).toFixed(1)} s)`
      try {
        const note = await work()
        console.log(`ok   ${title}${typeof note === 'string' ? `: ${note}` : ''} ${took()}`)
      } catch (error) {
        failed += 1
        const text = [error.stdout, error.stderr].filter(Boolean).join('\n') || String(error.message ?? error)
        console.log(`FAIL ${title} ${took()}\n${text.trim().replace(/^/gm, '     ')}`)
      }
    },
  }
}
