import { fileURLToPath } from 'node:url'
import { readArguments, usage } from './arguments.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const settings = readArguments(process.argv.slice(2), root)

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
  // Only now: the emitters and what they use take most of a second to load.
  const [{ command }, { loadExtra }, { createSpecLoader }] = await Promise.all([
    import('./command.js'),
    import('./load/extra.js'),
    import('./load/spec.js'),
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
  const surroundings = {
    extra: await loadExtra(settings.base),
    loadSpec: createSpecLoader(),
    now,
  }
  process.exitCode = await command(settings, surroundings, output, stop.signal)
}
