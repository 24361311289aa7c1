import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type PluginBuild } from 'esbuild'

const root = fileURLToPath(new URL('../', import.meta.url))
/** The packages as they are published, where `npm run test:system` has just assembled them. */
const published = process.env['MODEL_TASKS_PUBLISHED']

/** The service's executable: as it is published, which starts in half the processor time, or as it is compiled where a path is tested alone. */
export const serviceProgram =
  published === undefined
    ? join(root, 'packages/service/bin/model-tasks-service.js')
    : join(published, '@model-tasks/service/bin/model-tasks-service.js')

const files = new Map<string, Promise<string>>()

/**
 * A program of the tests that starts parts of the service, with what it imports of them in one file: half of a start is spent on
 * finding and reading some three hundred. Answers the path of the file; without published packages, that of the program itself.
 */
export function inOneFile(program: string): Promise<string> {
  if (published === undefined) return Promise.resolve(program)
  const known = files.get(program) ?? bundle(program)
  files.set(program, known)
  return known
}

async function bundle(program: string): Promise<string> {
  // The stamp says in which state all packages are that the service is made of.
  const stamp = await readFile(join(root, 'release/stamps/@model-tasks/service'), 'utf8')
  const digest = createHash('sha256')
    .update(stamp)
    .update(await readFile(program))
    .update(await readFile(fileURLToPath(import.meta.url)))
    .digest('hex')
  const folder = join(root, 'node_modules/.cache/programs')
  const target = join(folder, `${digest.slice(0, 16)}.mjs`)
  if (existsSync(target)) return target
  await mkdir(folder, { recursive: true })
  const draft = `${target}-${process.pid}`
  await build({
    entryPoints: [program],
    outfile: draft,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(${JSON.stringify(pathToFileURL(program).href)})`,
    },
    plugins: [{ name: 'programs', setup }],
  })
  // Two processes may make it at once: both have made the same.
  await rename(draft, target)
  return target
}

/** Of the packages that are installed, the framework and the log are of a hundred files each; the rest stays where it is. */
const inlined = /^(@model-tasks\/validation|@model-tasks\/client|fastify|pino)/

function setup(bundler: PluginBuild): void {
  bundler.onResolve({ filter: /^[^./#]/ }, ({ path, importer }) =>
    inlined.test(path) || importer.includes('/node_modules/') ? undefined : { path, external: true },
  )
  // What finds files beside itself finds those that are compiled.
  bundler.onLoad({ filter: /\/(packages|test)\/.*\.m?js$/ }, ({ path }) =>
    path.includes('/node_modules/')
      ? undefined
      : {
          contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
        },
  )
}
