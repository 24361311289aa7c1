/**
 * Prints a line per check. `report(title, work)` runs `work`, which throws when the check fails, and may answer a note
 * for the line; `failures()` answers how many failed so far.
 */
export function reporter() {
  let failed = 0
  return {
    failures: () => failed,
    async report(title, work) {
      try {
        const note = await work()
        console.log(`ok   ${title}${typeof note === 'string' ? `: ${note}` : ''}`)
      } catch (error) {
        failed += 1
        const text = [error.stdout, error.stderr].filter(Boolean).join('\n') || String(error.message ?? error)
        console.log(`FAIL ${title}\n${text.trim().replace(/^/gm, '     ')}`)
      }
    },
  }
}
