/**
 * Runs one stage of a command and prints one line: its title when it begins, what it did and the seconds it took when
 * it ends. `work` answers a note for that line, or nothing.
 *
 * @param {string} title
 * @param {() => Promise<string | void> | string | void} work
 */
export async function stage(title, work) {
  const started = performance.now()
  process.stdout.write(`${title} … `)
  try {
    const note = await work()
    process.stdout.write(`${note ? `${note}, ` : ''}${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  } catch (error) {
    process.stdout.write('failed\n')
    throw error
  }
}

/** Runs `main`; an error ends the process with exit code 1 and its message. */
export async function command(main) {
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
