import { readdir, readFile } from 'node:fs/promises'
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

/** What the checks and the compiler of protocols are made of. */
const folders = [
  'check',
  'check/passes',
  'check/codes',
  'load',
  'read',
  'upstreams',
  'upstreams/check',
  'upstreams/interpreter',
]

/**
 * The checks of protocols and their compiler as one module that imports the catalogue's models, so that a service reads
 * files of its operator as the generator reads its own. Kept from run to run.
 */
export async function loadProtocolCompiler(): Promise<string> {
  const schema = await readFile(new URL('spec/meta/upstream.schema.json', repository), 'utf8')
  const { version, build } = require('esbuild') as typeof esbuild
  const inputs = ['protocol compiler', version, entry, schema, await sourcesIn(folders)]
  const known = recall(inputs)
  if (known !== undefined) return known
  const code = metaCode([['meta/upstream.schema.json', JSON.parse(schema) as JsonSchema]])
  if (code === undefined) throw new Error('spec/meta/upstream.schema.json does not compile')
  const resolveDir = fileURLToPath(generatorFolder)
  const { outputFiles = [] } = await build({
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
  remember(inputs, text)
  return text
}

/** A digest of the sources in these folders of the generator. */
async function sourcesIn(names: readonly string[]): Promise<string> {
  const texts = names.map(async (name) => {
    const folder = new URL(`${name}/`, generatorFolder)
    const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort()
    return Promise.all(files.map(async (file) => `${file}\n${await readFile(new URL(file, folder), 'utf8')}`))
  })
  return digestOf((await Promise.all(texts)).flat().join('\n'))
}
