/**
 * Checks what npm would publish: links of the workspace, the lock file, publint and attw on every public package.
 * Prints a line a check and fails when one of them does.
 */
import { execFile } from 'node:child_process'
import { lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import {
  dependencyLicences,
  licencePage,
  licencePages,
  unexplainedLicences,
} from '../../packages/workspace/src/licences.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const attw = join(root, 'test/node_modules/@arethetypeswrong/cli/dist/index.js')
const execute = promisify(execFile)
const folders = ['generated', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)].filter(
  (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).private !== true,
)
const imported = ['generated', ...['validation', 'client', 'cli', 'service'].map((name) => `packages/${name}`)]
let failures = 0

report('every workspace package is a link', unlinked())
report('package-lock.json names no download host', hostsInLockfile())
report('the list of licences is current', staleLicences())
for (const folder of folders) {
  report(`publint ${folder}`, await lint(folder))
  report(`attw ${folder}`, await typesWrong(folder))
}
process.exit(failures === 0 ? 0 : 1)

function report(title, problems) {
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${title}`)
  for (const problem of problems) console.log(`     ${problem}`)
  if (problems.length > 0) failures += 1
}

function unlinked() {
  const scope = join(root, 'node_modules/@model-tasks')
  return readdirSync(scope).filter((name) => !lstatSync(join(scope, name)).isSymbolicLink())
}

function hostsInLockfile() {
  const lines = readFileSync(join(root, 'package-lock.json'), 'utf8').split('\n')
  return lines.filter((line) => /"resolved": "https?:/.test(line))
}

/** What differs from the pages of the docs site, and what needs a decision. White space is Prettier's. */
function staleLicences() {
  const rows = dependencyLicences()
  const squeeze = (text) => text.replace(/\s+/g, ' ')
  const stale = Object.entries(licencePages).filter(
    ([language, path]) => squeeze(readFileSync(join(root, path), 'utf8')) !== squeeze(licencePage(rows, language)),
  )
  return [
    ...stale.map(([, path]) => `${path} is not current: npm run licences`),
    ...unexplainedLicences(rows).map(
      ({ name, licence }) => `${name} is under ${licence}: decide in packages/workspace/src/licences.js`,
    ),
  ]
}

async function lint(folder) {
  const { messages, pkg } = await publint({ pkgDir: join(root, folder), strict: true })
  return messages.map((message) => formatMessage(message, pkg) ?? message.code)
}

async function typesWrong(folder) {
  const target = mkdtempSync(join(tmpdir(), 'model-tasks-pack-'))
  try {
    const { stdout } = await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', target], {
      cwd: join(root, folder),
    })
    await execute(process.execPath, [
      attw,
      join(target, stdout.trim()),
      '--profile',
      // `strict` includes CommonJS and node10, for the packages that other programs import.
      imported.includes(folder) ? 'strict' : 'esm-only',
      '--no-emoji',
      '--exclude-entrypoints',
      'docs',
      'bin',
    ])
    return []
  } catch (error) {
    return String(error.stdout || error.stderr || error)
      .split('\n')
      .filter((line) => line.trim() !== '')
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
}
