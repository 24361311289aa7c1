import { executeOnNode22 } from '../node-22/index.mjs'
import { generated, here } from '../paths.mjs'
import { withService } from '../service.mjs'
import { execute, install } from '../shell.mjs'
import { documents } from '../unchanged.mjs'

const openapiFolder = `${here}/openapi-tools`

/** Tools that read OpenAPI documents, in one process: they share most of their packages. */
export const openapiTools = {
  name: 'OpenAPI tools',
  reads: () => [...documents, `${here}/steps/tools.mjs`, openapiFolder],
  async run() {
    await install(openapiFolder)
    const tools = ['swagger-parser', 'express-openapi-validator', 'openapi-backend', 'openapi-zod-client']
    return indented(await execute(process.execPath, ['main.mjs', ...tools], { cwd: openapiFolder }))
  },
}

/** Prism as a mock, and as a proxy in front of the running service. */
export const prism = {
  name: 'Prism',
  async run() {
    await install(openapiFolder)
    return withService(async ({ environment }) =>
      indented(await execute(process.execPath, ['main.mjs', 'prism'], { cwd: openapiFolder, env: environment })),
    )
  },
}

/** Validators of JSON Schema in strict settings, and a faker. */
export const jsonSchemaTools = {
  name: 'JSON Schema tools',
  reads: () => [...documents, `${here}/steps/tools.mjs`, `${here}/json-schema-tools`],
  async run() {
    const cwd = `${here}/json-schema-tools`
    await install(cwd)
    return (await execute(process.execPath, ['main.mjs'], { cwd })).trim()
  },
}

/** The Arazzo document against a running service: submit, poll, download. */
export const arazzo = {
  name: 'redocly respect',
  async run() {
    const cwd = `${here}/redocly`
    await install(cwd)
    return withService(async ({ environment }) => {
      const output = await executeOnNode22(
        'node_modules/@redocly/cli/bin/cli.js',
        [
          'respect',
          `${generated}/arazzo.yaml`,
          '--server',
          `openapi=${environment.MODEL_TASKS_BASE_URL}`,
          '--input',
          `apiKey=${environment.MODEL_TASKS_API_KEY}`,
        ],
        { cwd, env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
      )
      const [, steps] = /Steps: (\d+) passed, \1 total/.exec(output) ?? []
      if (steps === undefined) throw new Error(output)
      return `${steps} steps of the Arazzo document passed`
    })
  },
}

function indented(output) {
  return output.trim().replaceAll('\n', `\n${' '.repeat(32)}`)
}
