/** What is published: links of the workspace, the lock file, the licences, publint and attw on every public package. */
import { lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import {
  dependencyLicences,
  licencePage,
  licencePages,
  unexplainedLicences,
} from '../../packages/workspace/src/licences.js'
import { packages, root } from './archives.mjs'

/** Packages that other programs import: these must resolve in CommonJS and with node10 too. */
const imported = [
  'generated',
  'generated/spec',
  ...['validation', 'client', 'cli', 'service'].map((name) => `packages/${name}`),
]
const esmOnly = ['node16-esm', 'bundler']

export async function check({ archives, report }) {
  await report('every workspace package is a link', () => none(unlinked()))
  await report('package-lock.json names no download host', () => none(hostsInLockfile()))
  await report('the list of licences is current', () => none(staleLicences()))
  for (const { folder, manifest } of packages) {
    await report(`publint ${folder}`, async () => none(await lint(archives[manifest.name])))
    await report(`attw ${folder}`, async () =>
      none(await typesWrong(archives[manifest.name], imported.includes(folder))),
    )
  }
}

function none(problems) {
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

function unlinked() {
  const scope = join(root, 'node_modules/@model-tasks')
  return readdirSync(scope).filter((name) => !lstatSync(join(scope, name)).isSymbolicLink())
}

function hostsInLockfile() {
  const lines = readFileSync(join(root, 'package-lock.json'), 'utf8').split('\n')
  return lines.filter((line) => /"resolved": "https?:/.test(line))
}

/** What differs from the pages of the docs site, and what needs a decision. White space is the formatter's. */
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

/** Of the archive: for a folder, publint would have npm pack it once more. */
async function lint(archive) {
  const { buffer: tarball } = new Uint8Array(readFileSync(archive))
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  return messages.map((message) => formatMessage(message, pkg) ?? message.code)
}

/** Problems of the types of a package, in every resolution or where ES modules are loaded. */
async function typesWrong(archive, everywhere) {
  const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(archive)))
  const { problems = [] } = await checkPackage(tarball, { excludeEntrypoints: ['docs', 'bin'] })
  return problems
    .filter(({ resolutionKind }) => everywhere || resolutionKind === undefined || esmOnly.includes(resolutionKind))
    .map((problem) => JSON.stringify(problem))
}
