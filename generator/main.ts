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
  // Only now: the emitters and what they use take most of a second to load.
  const { command } = await import('./command.js')
  await command(settings)
}
