/**
 * Releases what is committed, in a copy of the repository, to a registry on loopback: a change is described, versions and
 * changelogs are made of it, the catalogue takes the version over, and `npm run release` publishes every package. What that
 * registry has is then used in empty projects (rehearsal.mjs).
 */
import { existsSync } from 'node:fs'
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packages, root, run } from './archives.mjs'
import { openRegistry, tokenLine, toRegistry } from './registry.mjs'
import { check as rehearse } from './rehearsal.mjs'

const names = packages.map(({ manifest }) => manifest.name)
const places = packages.map(({ folder }) => folder)

export async function check({ folder, report }) {
  const copy = join(folder, 'copy')
  const npm = (script, values = [], env = {}) => run('npm', ['run', script, '--', ...values], copy, env)
  await run('git', ['clone', '--quiet', root, copy], folder)
  await linkInstalled(copy)
  const before = (await manifest(copy, 'generated')).version
  await writeFile(
    join(copy, '.changeset/a-change.md'),
    `---\n${names.map((name) => `'${name}': minor`).join('\n')}\n---\n\nA change that this check describes.\n`,
  )
  await report('npm run version sets one version everywhere', async () => {
    await npm('version')
    const next = nextMinor(before)
    for (const place of places) {
      const { name, version } = await manifest(copy, place)
      if (version !== next) throw new Error(`${name} has version ${version} instead of ${next}`)
    }
    const { version } = JSON.parse(await readFile(join(copy, 'spec/version.json'), 'utf8'))
    if (version !== next) throw new Error(`spec/version.json holds ${version} instead of ${next}`)
  })
  await report('every package has the change in its changelog', async () => {
    for (const place of places) {
      // The changelog of the catalogue is a page of its own, made from its differences.
      if (place.startsWith('generated')) continue
      const text = await readFile(join(copy, place, 'CHANGELOG.md'), 'utf8')
      if (!text.includes('A change that this check describes.'))
        throw new Error(`${place}/CHANGELOG.md lacks the change`)
    }
  })
  await report('generated files carry the version', async () => void (await npm('generate', ['--check'])))
  // What npm corrects when it publishes; of that, changesets prints nothing.
  await report('npm has nothing to correct in a manifest', async () => {
    const manifests = () => Promise.all(places.map(async (place) => JSON.stringify(await manifest(copy, place))))
    const written = await manifests()
    await run('npm', ['pkg', 'fix', '--workspaces'], copy)
    const corrected = await manifests()
    const different = places.filter((_, index) => written[index] !== corrected[index])
    if (different.length > 0) throw new Error(`"npm pkg fix" changes package.json in ${different.join(', ')}`)
  })
  const registry = await openRegistry()
  try {
    await report('npm run release publishes every package', async () => {
      await withoutProvenance(copy)
      await appendFile(join(copy, '.npmrc'), tokenLine(registry.url))
      const { stdout, stderr } = await npm('release', [], { ...toRegistry(registry.url), ...author })
      const missing = names.filter((name) => registry.published.get(name)?.versions[nextMinor(before)] === undefined)
      if (missing.length > 0) throw new Error(`not published: ${missing.join(', ')}\n${stdout}\n${stderr}`)
    })
    await report('a second run publishes nothing', async () => {
      const { stdout } = await npm('release', [], { ...toRegistry(registry.url), ...author })
      if (/New tag/.test(stdout)) throw new Error(stdout)
    })
    await rehearse({ registry: registry.url, folder, report })
  } finally {
    await registry.close()
  }
}

/** Whose tags they are, on a machine where git knows no user. */
const author = { GIT_COMMITTER_NAME: 'Rehearsal', GIT_COMMITTER_EMAIL: 'rehearsal@localhost' }

/** Provenance needs the identity of a workflow, and npm takes no other word for it than the manifest's. */
async function withoutProvenance(copy) {
  for (const place of places) {
    const read = await manifest(copy, place)
    const publishConfig = { ...read.publishConfig, provenance: false }
    await writeFile(join(copy, place, 'package.json'), `${JSON.stringify({ ...read, publishConfig }, null, 2)}\n`)
  }
}

/**
 * What is installed here: a copy that takes a second, in which the links of the workspace lead to the
 * copy. What is compiled is copied, because the copy compiles over it what changed: what differs from the commit, too.
 */
async function linkInstalled(copy) {
  for (const place of ['generator', ...places, 'packages/workspace']) {
    // Newer than the sources, of which it was made.
    if (existsSync(join(root, place, 'dist')))
      await run('cp', ['-R', join(root, place, 'dist'), join(copy, place)], root)
  }
  for (const place of ['.', 'test', ...places]) {
    if (existsSync(join(root, place, 'node_modules')))
      await linked(join(root, place, 'node_modules'), join(copy, place))
  }
  const { stdout } = await run('git', ['diff', '--name-only', 'HEAD'], root)
  const different = stdout.split('\n').filter((path) => path !== '' && existsSync(join(copy, path)))
  if (different.length > 0) await run('touch', different, copy)
}

/** Hard links, or copies where the folder for temporary files is on another file system. */
async function linked(from, to) {
  const { dev } = await stat(to)
  const how = (await stat(from)).dev === dev ? ['-al'] : ['-a', '--reflink=auto']
  await run('cp', [...how, from, to], root)
}

async function manifest(copy, place) {
  return JSON.parse(await readFile(join(copy, place, 'package.json'), 'utf8'))
}

function nextMinor(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return `${major}.${minor + 1}.0`
}
