import { setImmediate } from 'node:timers/promises'
import { InputError } from './base/input-error.js'
import { plainLog } from './base/log.js'
import { readSettings } from './keep/read-settings.js'
import { idleVariables, unknownVariables } from './settings/environment.js'
import { secretsOf } from './settings/secrets.js'
import type { Settings } from './settings/settings.js'
import { SettingsError } from './settings/settings-error.js'
import { redactor } from './base/redact.js'
import { writerTo } from './base/writer.js'

const say = writerTo(process.stderr)
const words = process.argv.slice(2)
let unprinted: Error | undefined
const printed = writerTo(process.stdout, (error) => {
  // The reader of a pipe may stop early, as `head` does.
  if (error instanceof Error && !('code' in error && error.code === 'EPIPE')) unprinted ??= error
})
const print = (line: string): void => {
  printed(`${line}\n`)
}
// A key is printed once: a command whose output is lost has not done what it was asked for.
if (words.length > 0)
  process.once('exit', (code) => {
    if (unprinted === undefined) return
    say(`the output could not be written: ${unprinted.message}\n`)
    process.exitCode = code === 0 ? 1 : code
  })

try {
  const typed =
    words.length === 0 ? undefined : (await import('./commands/administration/command-line.js')).readWords(words)
  if (typed !== undefined && 'text' in typed) {
    print(typed.text)
    process.exit(await printedWith(0))
  }
  if (typed?.name === 'fake') {
    const { runFake } = await import('./commands/fake/command.js')
    await runFake(typed.words, { print, stopped: stopSignal() })
    process.exit(await printedWith(0))
  }
  if (typed?.name === 'protocol check') {
    const { checkProtocol } = await import('./run/provider/check-protocol.js')
    for (const line of await checkProtocol(typed.words[0] ?? '')) print(line)
    process.exit(await printedWith(0))
  }
  if (typed?.name === 'doctor') {
    const { runDoctor } = await import('./commands/doctor/run.js')
    process.exit(await printedWith(await runDoctor(process.env, print)))
  }
  for (const name of unknownVariables(process.env)) say(`${name} is not a setting of this service and does nothing\n`)
  const settings = readSettings(process.env)
  for (const name of idleVariables(process.env, settings.provider))
    say(
      `${name} does nothing with the provider ${settings.provider}; set MODEL_TASKS_PROVIDER=relay to forward tasks\n`,
    )
  if (typed?.name === 'upstreams check') {
    const { checkUpstreams } = await import('./run/provider/mapped/check.js')
    const { lines, ok } = await checkUpstreams(settings.upstreams)
    for (const line of lines.length > 0 ? lines : ['the settings name no upstream']) print(line)
    process.exitCode = ok ? 0 : 1
  } else if (typed?.name === 'upstreams prove') {
    const { runProve } = await import('./commands/prove/command.js')
    const { startService } = await import('./compose/start.js')
    process.exitCode = (await runProve(typed.words, settings, { start: startService, print, now: Date.now })) ? 0 : 1
  } else if (typed?.name === 'upstreams protocols') {
    const { listProtocols } = await import('./run/provider/check-protocol.js')
    for (const line of await listProtocols(settings.protocols)) print(line)
  } else if (typed !== undefined) {
    const { runCommand } = await import('./commands/administration/run.js')
    await runCommand(words, settings, print)
  } else {
    const { jsonLog, serve } = await import('./compose/serve.js')
    const secrets = new Set(secretsOf(settings))
    let redact = redactor([...secrets])
    const to = { write: say, redact: (line: string) => redact(line), now: Date.now }
    const log = process.stderr.isTTY
      ? plainLog({ ...to, level: settings.logLevel === 'info' ? 'warn' : settings.logLevel })
      : jsonLog({ ...to, level: settings.logLevel })
    // Node would print several plain lines among those of the log.
    process.removeAllListeners('warning').on('warning', (warning) => {
      log.warn('Node or a library warns', { warning })
    })
    const reread = (): Settings => {
      const next = readSettings(process.env)
      for (const secret of secretsOf(next)) secrets.add(secret)
      redact = redactor([...secrets])
      return next
    }
    // A terminal that is closed sends SIGHUP too, and ends the service as it ends others.
    await serve(settings, { print, say, log }, { reread, reloads: !process.stdin.isTTY })
  }
} catch (error) {
  if (!(error instanceof SettingsError) && !(error instanceof InputError)) throw error
  say(`${error.message}\n`)
  process.exitCode = 1
}

/** The exit code, once it is known whether the output was written. */
async function printedWith(code: number): Promise<number> {
  await setImmediate()
  return code
}

/** Resolves at the first signal that asks the process to stop. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        resolve()
      })
  })
}
