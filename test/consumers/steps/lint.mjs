import { executeOnNode22 } from '../node-22/index.mjs'
import { here, generated } from '../paths.mjs'
import { execute, install } from '../shell.mjs'
import { documents as read } from '../unchanged.mjs'

/** `openapi.json` is the same document as `openapi.yaml`: a test of the generator compares them. */
const documents = ['openapi.yaml', 'openapi-3.0.json', 'openapi-defaults.json'].map((name) => `${generated}/${name}`)

/** Redocly's recommended rules, for the Arazzo document too; a warning fails too. */
export const redocly = {
  name: 'redocly lint',
  reads: () => [...read, `${here}/steps/lint.mjs`, `${here}/redocly`],
  async run() {
    await install(`${here}/redocly`)
    const output = await executeOnNode22(
      'node_modules/@redocly/cli/bin/cli.js',
      ['lint', '--extends=recommended', ...documents, `${generated}/arazzo.yaml`],
      {
        cwd: `${here}/redocly`,
        env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    )
    if (/\d+ (warning|error)/i.test(output)) throw new Error(output)
    return `${documents.length} OpenAPI documents and the Arazzo document, no error or warning`
  },
}

/** Spectral's rules for OpenAPI; even a hint fails. */
export const spectral = {
  name: 'spectral lint',
  reads: () => [...read, `${here}/steps/lint.mjs`, `${here}/spectral`],
  async run() {
    await install(`${here}/spectral`)
    await execute(
      process.execPath,
      [
        'node_modules/@stoplight/spectral-cli/dist/index.js',
        'lint',
        '--fail-severity=hint',
        '--ruleset=.spectral.yaml',
        ...documents,
      ],
      { cwd: `${here}/spectral` },
    )
    return `${documents.length} documents, not even a hint`
  },
}
