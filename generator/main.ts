import { fileURLToPath } from 'node:url'
import { readArguments, usage } from './arguments.js'
import type { Extra } from './file.js'
import { repository } from './load/place.js'

const settings = readArguments(process.argv.slice(2), fileURLToPath(repository))

if (settings === 'help') {
  console.log(usage)
} else if ('mistake' in settings) {
  console.error(`${settings.mistake}\n\n${usage}`)
  process.exitCode = 2
} else {
  const stop = new AbortController()
  if (settings.mode === 'watch') {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        stop.abort()
      })
  }
  const [{ command }, { createSpecLoader, loadSpec }, { codeDigest }, { prune, recall, remember }] = await Promise.all([
    import('./command.js'),
    import('./load/spec.js'),
    import('./load/code-digest.js'),
    import('./load/kept.js'),
  ])
  const now = (): number => performance.now()
  const output = {
    print: (text: string) => {
      console.log(text)
    },
    complain: (text: string) => {
      console.error(text)
    },
  }
  const code = codeDigest()
  let extra: Promise<Extra> | undefined
  const surroundings = {
    loadExtra: () => (extra ??= import('./load/extra.js').then(({ loadExtra }) => loadExtra(settings.base))),
    // Only who reads again needs what was read before.
    loadSpec: settings.mode === 'watch' ? createSpecLoader() : loadSpec,
    now,
    // What is to be timed must be made.
    ...(settings.times
      ? {}
      : {
          memory: {
            recall: (inputs: readonly unknown[]) => recall([code, ...inputs]),
            remember: (inputs: readonly unknown[], text: string) => {
              remember([code, ...inputs], text)
            },
          },
        }),
  }
  process.exitCode = await command(settings, surroundings, output, stop.signal)
  prune()
}
