/** Loaded before a program, with `--import`: prints the program's peak memory in MiB when it ends. */
process.once('exit', () => {
  console.error(`peak memory: ${process.resourceUsage().maxRSS / 1024}`)
})
