import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addCommonJs } from './commonjs.js'
import { checkImports } from './check-imports.js'
import { publicPackages } from './packages.js'
import { root } from './root.js'
import { run } from './run.js'
import { stage } from './stage.js'

/** Where the packages lie as they are published. They find one another there, and above it all else that is installed. */
export const publishedPackages = join(root, 'release/node_modules')

/** The folder of a package as it is published. @param {string} name such as `@model-tasks/client` */
export const publishedFolder = (name) => join(publishedPackages, name)

/**
 * Makes all packages as they are published, of what `tsc -b` made, where something of theirs has changed. What is compiled stays as it
 * is: the bundles lie in copies.
 */
export async function assemblePackages() {
  let stamp = await stampOf(join(root, 'packages/workspace/src'), ['package-lock.json'])
  for (const { folder, manifest } of publicPackages()) {
    // Of those before it too: a bundle holds code of the packages that it is made of.
    stamp = createHash('sha256')
      .update(`${stamp} ${await stampOf(join(root, folder), manifest.files)}`)
      .digest('hex')
    const own = stamp
    await stage(`Assemble ${manifest.name}`, () => assemble(folder, manifest, own))
  }
}

/**
 * Makes one package: the files that its manifest lists, bundled where it has a `bundle.js`, with the manifest of a package that
 * has no sources. Throws when a file imports what is not there, or cannot be loaded.
 *
 * @returns {Promise<string>} how many files were checked
 */
async function assemble(folder, manifest, stamp) {
  const source = join(root, folder)
  const target = publishedFolder(manifest.name)
  const note = join(root, 'release/stamps', manifest.name)
  if (existsSync(target) && (await readFile(note, 'utf8').catch(() => '')) === stamp) return 'nothing changed'
  // Without its note until it is whole: a build that was interrupted is made again.
  await rm(note, { force: true })
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  for (const name of (await readdir(source)).filter((one) => isListed(one, manifest.files)))
    await cp(join(source, name), join(target, name), { recursive: true, filter: (path) => !unpublished.test(path) })
  await writeFile(join(target, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
  if (existsSync(join(source, 'bundle.js'))) await run([`${folder}/bundle.js`, target])
  if (hasCommonJs(manifest)) await addCommonJs(target, manifest)
  const count = await checkImports(target)
  await mkdir(dirname(note), { recursive: true })
  await writeFile(note, stamp)
  return `${count} files`
}

/** What the compiler and the service leave beside what is published. */
const unpublished = /\.(map|tsbuildinfo|compiled)$/

/** Says of every file of a package that could be published, and of what bundles it, when it was written, and how large it is. */
async function stampOf(folder, files) {
  const names = (await readdir(folder)).filter((name) => isListed(name, files) || /\.js(on)?$/.test(name))
  const paths = await Promise.all(
    names.map(async (name) => {
      const below = await readdir(join(folder, name), { recursive: true }).catch(() => undefined)
      return below?.map((path) => join(name, path)) ?? [name]
    }),
  )
  const lines = paths
    .flat()
    .filter((path) => !unpublished.test(path))
    .sort()
    .map(async (path) => {
      const { mtimeMs, size } = await stat(join(folder, path))
      return `${path} ${mtimeMs} ${size}\n`
    })
  return (await Promise.all(lines)).join('')
}

/** Whether npm would publish a part of what lies under this name at the top of the package, but for the exceptions. */
function isListed(name, files) {
  if (/^(readme|licen[cs]e)\b/i.test(name)) return true
  return files.some((entry) => {
    const [first = ''] = entry.split('/')
    return new RegExp(`^${first.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}$`).test(name)
  })
}

/** The manifest without what only this repository has: sources, packages whose code is in the bundles, and this folder. */
function publishedManifest(manifest) {
  return {
    ...withoutSources({ ...manifest, exports: publishedExports(manifest) }),
    devDependencies: undefined,
    publishConfig: { ...manifest.publishConfig, directory: undefined },
  }
}

/** Whether a package is there to be imported, by CommonJS too; the others are programs. */
function hasCommonJs({ main, bin }) {
  return main !== undefined && bin === undefined
}

/** The entries, of which bundlers take the ES module for `require()` too: they would put both copies into their output. */
function publishedExports(manifest) {
  if (!hasCommonJs(manifest)) return manifest.exports
  const entries = Object.entries(manifest.exports).map(([name, entry]) =>
    entry.require === undefined
      ? [name, entry]
      : [
          name,
          {
            ...entry,
            require: { types: entry.require.types, module: entry.import.default, default: entry.require.default },
          },
        ],
  )
  return Object.fromEntries(entries)
}

function withoutSources(value) {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => key !== 'source')
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutSources(one)]))
}
