import { mkdir, rm, writeFile } from 'node:fs/promises'
import { assertions } from '../assertions.mjs'
import { executeOnNode22 } from '../node-22/index.mjs'
import { here, generated } from '../paths.mjs'
import { execute, install } from '../shell.mjs'
import { documents } from '../unchanged.mjs'

const document = `${generated}/openapi.json`
const document30 = `${generated}/openapi-3.0.json`

/** Generates with one tool, then compiles its whole output together with assertions on `SubmitRequest`. */
function consumer(name, folder, importPaths, generate) {
  return {
    name,
    reads: () => [...documents, `${here}/steps/typescript.mjs`, `${here}/assertions.mjs`, `${here}/${folder}`],
    async run() {
      const cwd = `${here}/${folder}`
      await install(cwd)
      await rm(`${cwd}/.cache`, { recursive: true, force: true })
      await mkdir(`${cwd}/.cache`)
      await generate(cwd)
      let total = 0
      for (const [index, importPath] of importPaths.entries()) {
        const { text, count } = await assertions(importPath)
        await writeFile(`${cwd}/.cache/assertions-${index}.ts`, text)
        total += count
      }
      await execute(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'], { cwd })
      return `generated and compiled, ${total} assertions`
    },
  }
}

export const openapiTypescript = consumer(
  'openapi-typescript',
  'openapi-typescript',
  ['../submit-request.js', '../submit-request-30.js'],
  async (cwd) => {
    await execute(
      process.execPath,
      ['node_modules/openapi-typescript/bin/cli.js', document, '-o', '.cache/schema.ts'],
      { cwd },
    )
    await execute(
      process.execPath,
      ['node_modules/openapi-typescript/bin/cli.js', document30, '-o', '.cache/schema-30.ts'],
      { cwd },
    )
  },
)

export const heyApi = consumer('@hey-api/openapi-ts', 'hey-api', ['./output/types.gen.js'], (cwd) =>
  executeOnNode22('node_modules/@hey-api/openapi-ts/bin/run.js', ['-i', document, '-o', '.cache/output'], { cwd }),
)

export const orval = consumer('orval', 'orval', ['./client.schemas.js'], async (cwd) => {
  const generate = (output, client) =>
    executeOnNode22(
      'node_modules/orval/dist/bin/orval.js',
      ['-i', document, '-o', output, '--client', client, '--mode', 'split'],
      { cwd },
    )
  await generate('.cache/client.ts', 'fetch')
  await generate('.cache/zod/client.ts', 'zod')
})

export const kubb = consumer('kubb', 'kubb', ['./types.js'], (cwd) =>
  executeOnNode22('node_modules/@kubb/cli/bin/kubb.cjs', ['generate', '--config', 'kubb.config.mjs'], {
    cwd,
    env: { OPENAPI: document },
  }),
)
