import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defaultSiteFolder, serveSite } from './serve.js'
import { generatedFolder } from './source.js'

const root = join(generatedFolder(), '..')
const spec = join(root, 'spec')
const site = await serveSite({
  folder: defaultSiteFolder(),
  port: Number(process.env.MODEL_TASKS_DOCS_PORT ?? 8788),
  ...(existsSync(spec) ? { watched: spec, generator: join(root, 'generator', 'dist', 'main.js') } : {}),
  log: (line) => process.stdout.write(`${line}\n`),
})
process.stdout.write(`docs at ${site.url}, built again when a file below spec/ is saved. Ctrl-C stops.\n`)
process.once('SIGINT', () => void site.close())
