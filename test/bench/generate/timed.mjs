import { spawnSync } from 'node:child_process'

/**
 * Runs a program to its end: wall-clock and processor milliseconds, what it printed, and whether it succeeded. Processor time
 * comes from the shell's `times` and says more than wall time on a machine that does other work too.
 */
export function timed(program, words, { cwd, environment = {} } = {}) {
  const start = performance.now()
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', '"$@"; status=$?; echo; times; exit $status', 'sh', program, ...words],
    {
      cwd,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NO_COLOR: '1', ...environment },
    },
  )
  const wall = performance.now() - start
  const lines = stdout.trimEnd().split('\n')
  const processor = [...(lines.pop() ?? '').matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  )
  lines.pop()
  return { wall, processor, output: lines.join('\n').trim(), errors: stderr }
}
