import { relative } from 'node:path'
import { plainLog, jsonLog } from './log.js'
import { readSettings, unknownVariables } from './settings/environment.js'
import { SettingsError } from './settings/settings-error.js'
import { startService, type RunningService } from './start.js'

const write = (line: string): void => void process.stderr.write(line)

try {
  for (const name of unknownVariables(process.env)) write(`${name} is no setting of this service and does nothing\n`)
  const log = process.stderr.isTTY ? plainLog(write) : jsonLog(write, () => Date.now())
  const service = await startService(readSettings(process.env), { log })
  process.stdout.write(greeting(service))
  stopOnSignals(service)
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  write(`${error.message}\n`)
  process.exitCode = 1
}

function greeting(service: RunningService): string {
  const folder = relative('', service.dataDirectory) || service.dataDirectory
  const lines = [
    `Model Tasks is ready (${(performance.now() / 1000).toFixed(2)} s)`,
    `  ${service.servesSite ? 'docs ' : 'start'}  ${service.url}/`,
    `  API    ${service.baseUrl}`,
    service.newKey === undefined ? '' : `  key    ${service.newKey}   (shown once; programs beside the service read it from ${folder}/local-credentials.json)`,
    `  data   ${folder}`,
    service.newKey === undefined ? '' : '\nIn a second terminal:\n  npx model-tasks run sd_2.0_discount prompt="A paper boat at dusk" duration=5 --out boat.mp4',
  ]
  return `${lines.filter((line) => line !== '').join('\n')}\n`
}

/** The first signal stops in good order, the second at once; what was running is resumed either way. */
function stopOnSignals(service: RunningService): void {
  let stopping = false
  const stop = (): void => {
    if (stopping) process.exit(130)
    stopping = true
    write('stopping; what is running gets a moment to finish, the rest is resumed at the next start\n')
    service.close().then(() => process.exit(0), (error: unknown) => {
      write(`stopping failed: ${String(error)}\n`)
      process.exit(1)
    })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
