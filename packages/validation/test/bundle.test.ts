/** The package as it is published: what tsc made, in few files. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const own = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)
const top = mkdtempSync(join(tmpdir(), 'model-tasks-validation-'))
const folder = join(top, 'node_modules/@model-tasks/validation')
const { exports } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as {
  exports: Record<string, { source: string }>
}

beforeAll(async () => {
  for (const part of ['dist', 'cjs', 'package.json']) cpSync(join(own, part), join(folder, part), { recursive: true })
  symlinkSync(join(own, '../../generated/spec'), join(top, 'node_modules/@model-tasks/spec'))
  await run(process.execPath, [join(own, 'bundle.js'), folder])
})
afterAll(() => rmSync(top, { recursive: true }))

/** What a program prints that is run where the package is installed. */
async function printed(program: string, ...flags: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '--eval', program], { cwd: top })
  return stdout.trim()
}

test.each(Object.entries(exports))('%s exports what its source exports', async (entry, { source }) => {
  const names = Object.keys((await import(join(own, source))) as object).sort()
  const specifier = `@model-tasks/validation${entry.slice(1)}`
  expect(
    JSON.parse(await printed(`console.log(JSON.stringify(Object.keys(await import('${specifier}')).sort()))`)),
  ).toEqual(names)
})

test('a first message loads three files, of which a valid request loads none; a migration works', async () => {
  const hook = `export async function load(url, context, next) {
    process._rawDebug(url.replace(/.*\\/node_modules\\/|.*\\/generated\\//, ''))
    return next(url, context)
  }`
  mkdirSync(join(top, 'hooks'))
  writeFileSync(join(top, 'hooks/load.mjs'), hook)
  writeFileSync(
    join(top, 'hooks/register.mjs'),
    `import { register } from 'node:module'\nregister('./load.mjs', import.meta.url)`,
  )
  const { stdout, stderr } = await run(
    process.execPath,
    [
      ...['--import', './hooks/register.mjs', '--input-type=module', '--eval'],
      `import { checkRequest } from '@model-tasks/validation'
       const body = { model: 'sd_2.0_discount', prompt: 'A paper boat', duration: 5 }
       const valid = await checkRequest(body)
       process._rawDebug('---')
       const { findings: [finding] } = await checkRequest({ ...body, duration: 16 })
       process._rawDebug('---')
       const migration = await checkRequest(body, { as: 'beta-5.0' })
       console.log(JSON.stringify([valid.ok, finding.message, migration.model]))`,
    ],
    { cwd: top },
  )
  expect(JSON.parse(stdout)).toEqual([true, 'duration: 16 is too large; use 15 or less', 'beta-5.0'])
  const [valid = [], finding = []] = stderr.split('---\n').map((part) => part.split('\n').filter((line) => line !== ''))
  expect(finding.map((path) => path.replace(/-[A-Z0-9]{8}/, ''))).toEqual([
    '@model-tasks/validation/dist/explain-lazily.js',
    'spec/facts/index.js',
    'spec/facts/sd_2.0_discount.js',
  ])
  expect(valid.filter((path) => path.startsWith('spec/facts/'))).toEqual([])
})
