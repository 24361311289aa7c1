import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type esbuild from 'esbuild'
import type { JsonSchema } from '../catalogue.js'
import { digestOf } from '../digest.js'
import { recall, remember } from './kept.js'
import { metaCode } from './meta-code.js'
import { generatorFolder, repository } from './place.js'

const require = createRequire(import.meta.url)

const entry = `import meta from 'compiled-meta-schema'
import { models } from 'catalogue-models'
import { protocolCompiler } from './upstreams/own-protocols.ts'
export const compileProtocols = protocolCompiler(meta.meta0, models)
`

/**
 * The checks of protocols and their compiler as one module that imports the catalogue's models, so that a service reads
 * files of its operator as the generator reads its own. Kept from run to run.
 */
export async function loadProtocolCompiler(): Promise<string> {
  const schema = await readFile(new URL('spec/meta/upstream.schema.json', repository), 'utf8')
  const { version, build } = require('esbuild') as typeof esbuild
  const inputs = ['protocol compiler', version, entry, schema]
  // What it was made of the last time: a file can only join them where one of them has changed.
  const sources = recall([...inputs, 'sources'])
  const known = sources === undefined ? undefined : recall([...inputs, await digestIn(sources.split('\n'))])
  if (known !== undefined) return known
  const code = metaCode([['meta/upstream.schema.json', JSON.parse(schema) as JsonSchema]])
  if (code === undefined) throw new Error('spec/meta/upstream.schema.json does not compile')
  const resolveDir = fileURLToPath(generatorFolder)
  const { outputFiles = [], metafile } = await build({
    absWorkingDir: fileURLToPath(repository),
    metafile: true,
    stdin: { contents: entry, resolveDir, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    mainFields: ['module', 'main'],
    minify: true,
    lineLimit: 160,
    legalComments: 'none',
    logLevel: 'error',
    plugins: [
      {
        name: 'parts',
        setup(parts) {
          parts.onResolve({ filter: /^catalogue-models$/ }, () => ({ path: './models.js', external: true }))
          parts.onResolve({ filter: /^compiled-meta-schema$/ }, ({ path }) => ({ path, namespace: 'meta' }))
          parts.onResolve({ filter: /^ajv\/dist\/runtime\//, namespace: 'meta' }, ({ path }) => ({
            path: require.resolve(path),
          }))
          parts.onLoad({ filter: /.*/, namespace: 'meta' }, () => ({ contents: code, loader: 'js', resolveDir }))
        },
      },
    ],
  })
  const text = outputFiles[0]?.text ?? ''
  const made = Object.keys(metafile?.inputs ?? {}).filter((path) => !/^<|^\w+:/.test(path))
  remember([...inputs, 'sources'], made.join('\n'))
  remember([...inputs, await digestIn(made)], text)
  return text
}

/** A digest of these files of the repository; one that is not there counts as empty. */
async function digestIn(paths: readonly string[]): Promise<string> {
  const texts = paths.map(async (path) => {
    const text = await readFile(new URL(path, repository), 'utf8').catch(() => '')
    return `${path}\n${text}`
  })
  return digestOf((await Promise.all(texts)).join('\n'))
}
