import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildSite } from './build.js'
import { ContentError } from './content-error.js'
import { generatedFolder } from './source.js'

const started = performance.now()
const { values, positionals } = parseArgs({ options: { uncompressed: { type: 'boolean' } }, allowPositionals: true })
const outDir = positionals[0] ?? join(generatedFolder(), 'site')
const { MODEL_TASKS_SITE_URL: siteUrl, MODEL_TASKS_BASE_PATH: basePath } = process.env
try {
  const built = await buildSite({
    outDir,
    twins: values.uncompressed !== true,
    ...(siteUrl === undefined ? {} : { siteUrl }),
    ...(basePath === undefined ? {} : { basePath }),
  })
  process.stdout.write(
    `${outDir} ${built ? 'built' : 'is up to date: checked'} in ${((performance.now() - started) / 1000).toFixed(2)} s\n`,
  )
} catch (error) {
  if (!(error instanceof ContentError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
