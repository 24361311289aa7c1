/**
 * Compiles and runs a CommonJS program against the packages, with the resolutions that TypeScript users have there, under
 * an old TypeScript, version 6, and the native version 7; with that also a page and a worker, which have no types of Node. Each
 * program and every declaration of the packages that it reaches must be free of errors; those of Node and of the standard library
 * are their makers' to check.
 */
import { spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import { install, root, run, withoutNode } from './archives.mjs'

const program = `import { ModelTasks, TaskTimeoutError, type Task } from '@model-tasks/client'
import { verifyWebhook } from '@model-tasks/client/webhooks'
import { fileJournal } from '@model-tasks/client/journal'
import { preflight } from '@model-tasks/client/media'
import { checkRequest } from '@model-tasks/validation'
import { checkRequestSync } from '@model-tasks/validation/all'
import { modelIds, type ModelInput } from '@model-tasks/spec'

const input: ModelInput['sd_2.0_discount'] = { prompt: 'A paper boat' }
const client = new ModelTasks({ baseUrl: 'http://127.0.0.1:1', apiKey: 'key', journal: fileJournal('unused.jsonl') })
export const run = (): Promise<Task> => client.run('sd_2.0_discount', input)
// @ts-expect-error out of range
export const outOfRange = (): Promise<Task> => client.run('sd_2.0_discount', { prompt: 'A paper boat', duration: 99 })
const kinds: string[] = [verifyWebhook, preflight, checkRequest, checkRequestSync, TaskTimeoutError].map((each) => typeof each)
console.log(kinds.join(' '), modelIds.length > 0)
`

const reached = ['@model-tasks/spec', '@model-tasks/validation', '@model-tasks/client']

export async function check({ archives, folder, report }) {
  const current = createRequire(join(root, 'package.json'))('typescript')
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true }))
  await writeFile(join(folder, 'main.ts'), program)
  await writeFile(join(folder, 'page.ts'), withoutNode)
  const ours = [...reached, '@model-tasks/proxy', '@model-tasks/ai-sdk'].map((name) => archives[name])
  await install(folder, ['typescript@5.4.5', '@types/node@20.19.43', ...ours])
  const old = createRequire(join(folder, 'main.ts'))('typescript')
  for (const ts of [old, current]) {
    const sources = new Map()
    for (const [name, options] of resolutions(ts))
      await report(`TypeScript ${ts.version}, ${name}`, () => compileAndRun(ts, options, folder, sources))
  }
  const native = join(root, 'node_modules/typescript-native')
  const { version } = JSON.parse(await readFile(join(native, 'package.json'), 'utf8'))
  const compiler = join(native, 'bin/tsc')
  for (const [name, words] of Object.entries(nativeResolutions))
    await report(`TypeScript ${version}, ${name}`, async () => {
      await compileNatively(compiler, ['--lib', 'es2023,dom', '--types', 'node', ...words, 'main.ts'], folder)
      await runProgram(folder)
    })
  for (const [name, lib] of Object.entries({ 'a page': 'es2022,dom,dom.iterable', 'a worker': 'es2022,webworker' }))
    await report(`TypeScript ${version}, ${name}`, () =>
      compileNatively(compiler, ['--lib', lib, '--types', '', ...nativeResolutions.bundler, 'page.ts'], folder),
    )
}

const nativeResolutions = {
  node16: ['--module', 'node16'],
  nodenext: ['--module', 'nodenext'],
  bundler: ['--module', 'es2022', '--moduleResolution', 'bundler'],
}

/** Version 7 has no stable API: its program is asked, and what it prints about other files than ours is passed over. */
async function compileNatively(compiler, words, folder) {
  await rm(join(folder, 'out'), { recursive: true, force: true })
  const lines = await new Promise((resolve, reject) => {
    const shared = ['--strict', '--target', 'es2022', '--pretty', 'false', '--outDir', 'out']
    const child = spawn(process.execPath, [compiler, ...shared, ...words], { cwd: folder })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
    child.once('error', reject)
    child.once('close', () => resolve(printed.split('\n')))
  })
  // A line that names no file, such as one about an option, is ours as well.
  const problems = lines.filter(
    (line) => /error TS/.test(line) && (!/^node_modules\//.test(line) || ofThePackages(`/${line}`)),
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

function resolutions(ts) {
  const deprecated = ts.version.startsWith('6') ? { ignoreDeprecations: '6.0' } : {}
  return [
    [
      'commonjs, node10',
      { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10, ...deprecated },
    ],
    ['node16', { module: ts.ModuleKind.Node16 }],
    ['nodenext', { module: ts.ModuleKind.NodeNext }],
    ['bundler', { module: ts.ModuleKind.ES2022, moduleResolution: ts.ModuleResolutionKind.Bundler }],
  ]
}

async function compileAndRun(ts, resolution, folder, sources) {
  const main = join(folder, 'main.ts')
  const options = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
    outDir: join(folder, 'out'),
    ...resolution,
  }
  const compiled = ts.createProgram([main], options, sharing(ts, options, folder, sources))
  const checked = compiled.getSourceFiles().filter(({ fileName }) => fileName === main || ofThePackages(fileName))
  if (checked.length < 1 + reached.length) throw new Error('the declarations of the packages were not reached')
  const problems = [
    ...compiled.getOptionsDiagnostics(),
    ...compiled.getGlobalDiagnostics(),
    ...checked.flatMap((file) => [...compiled.getSyntacticDiagnostics(file), ...compiled.getSemanticDiagnostics(file)]),
  ]
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, formatting(ts, folder)))
  // Named, because without a file the declarations of everything are checked before.
  compiled.emit(compiled.getSourceFile(main))
  await runProgram(folder)
}

async function runProgram(folder) {
  const { stdout } = await run(process.execPath, ['out/main.js'], folder)
  if (stdout.trim() !== 'function function function function function true') throw new Error(`it printed ${stdout}`)
}

function ofThePackages(path) {
  return path.split(sep).join('/').includes('/node_modules/@model-tasks/')
}

/** A host for programs in `folder` that parses the standard library and Node's declarations once per compiler. */
function sharing(ts, options, folder, sources) {
  const host = ts.createCompilerHost(options)
  const parse = host.getSourceFile.bind(host)
  return {
    ...host,
    getCurrentDirectory: () => folder,
    getSourceFile(path, languageVersionOrOptions, ...rest) {
      const { impliedNodeFormat } = Object(languageVersionOrOptions)
      const key = `${path} ${impliedNodeFormat}`
      if (!sources.has(key)) sources.set(key, parse(path, languageVersionOrOptions, ...rest))
      return sources.get(key)
    },
  }
}

function formatting(ts, folder) {
  return { getCanonicalFileName: (path) => path, getCurrentDirectory: () => folder, getNewLine: () => '\n' }
}
