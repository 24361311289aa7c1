/**
 * Releases what is committed, but for the publishing, in a copy of the repository: a change is described, versions and
 * changelogs are made of it, the catalogue takes the version over, and every package is built and packed as
 * `npm publish` would. Prints a line per check and fails when one of them does.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publicPackages } from '../../packages/workspace/src/packages.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const execute = promisify(execFile)
const names = publicPackages().map(({ manifest }) => manifest.name)
const folder = await mkdtemp(join(tmpdir(), 'model-tasks-release-'))
const copy = join(folder, 'copy')
let failures = 0

try {
  await execute('git', ['clone', '--quiet', root, copy])
  await linkInstalled()
  const before = (await manifest('generated')).version
  await writeFile(
    join(copy, '.changeset/a-change.md'),
    `---\n${names.map((name) => `'${name}': minor`).join('\n')}\n---\n\nA change that this check describes.\n`,
  )
  await check('npm run version sets one version everywhere', async () => {
    await npm('version')
    const next = nextMinor(before)
    for (const { folder: place } of publicPackages()) {
      const { name, version } = await manifest(place)
      if (version !== next) throw new Error(`${name} has version ${version} instead of ${next}`)
    }
    const { version } = JSON.parse(await readFile(join(copy, 'spec/version.json'), 'utf8'))
    if (version !== next) throw new Error(`spec/version.json holds ${version} instead of ${next}`)
  })
  await check('every package has the change in its changelog', async () => {
    for (const { folder: place } of publicPackages()) {
      // The changelog of the catalogue is a page of its own, made from its differences.
      if (place === 'generated') continue
      const text = await readFile(join(copy, place, 'CHANGELOG.md'), 'utf8')
      if (!text.includes('A change that this check describes.'))
        throw new Error(`${place}/CHANGELOG.md lacks the change`)
    }
  })
  await check('generated files carry the version', () => npm('generate', '--check'))
  await check('npm run release packs every package', async () => {
    const { stdout } = await npm('release', '--dry-run')
    const missing = names.filter((name) => !stdout.includes(`Publish ${name} `))
    if (missing.length > 0) throw new Error(`not published: ${missing.join(', ')}`)
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(failures === 0 ? 0 : 1)

async function check(title, work) {
  try {
    await work()
    console.log(`ok   ${title}`)
  } catch (error) {
    failures += 1
    console.log(
      `FAIL ${title}\n${[error.stdout, error.stderr, error.message].filter(Boolean).join('\n').replace(/^/gm, '     ')}`,
    )
  }
}

function npm(script, ...values) {
  return execute('npm', ['run', '--silent', script, '--', ...values], {
    cwd: copy,
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32',
  })
}

/**
 * Hard links of what is installed here: a copy that takes a second, in which the links of the workspace lead to the
 * copy. What is compiled is copied, because the copy compiles over it what changed.
 */
async function linkInstalled() {
  for (const place of ['generator', ...publicPackages().map(({ folder: own }) => own), 'packages/workspace']) {
    if (existsSync(join(root, place, 'dist'))) await execute('cp', ['-a', join(root, place, 'dist'), join(copy, place)])
  }
  for (const place of ['.', 'test', ...publicPackages().map(({ folder: own }) => own)]) {
    if (existsSync(join(root, place, 'node_modules')))
      await execute('cp', ['-al', join(root, place, 'node_modules'), join(copy, place)])
  }
}

async function manifest(place) {
  return JSON.parse(await readFile(join(copy, place, 'package.json'), 'utf8'))
}

function nextMinor(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return `${major}.${minor + 1}.0`
}
