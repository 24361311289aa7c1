import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicPackages } from './packages.js'
import { root } from './root.js'

/** Where the list stands on the docs site, by language. */
export const licencePages = { en: 'packages/site/content/en/licences.md', zh: 'packages/site/content/zh/licences.md' }

/** Licences under which a package may stand in the list without a word. Any other needs a decision, and a note below. */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Python-2.0',
])

/** By name and declared licence: what a package holds beyond that licence, or why it may stand here. */
const notes = {
  '@napi-rs/webcodecs-* (MIT)': {
    en: 'The binaries hold FFmpeg with x264, which is under the GPL-2.0-or-later. Only the sandbox needs them: a service that relays to upstreams is installed without.',
    zh: '其二进制文件包含 FFmpeg 与 x264，后者采用 GPL-2.0-or-later。只有沙盒需要它们：转发到上游的服务无需安装。',
  },
  'json-schema ((AFL-2.1 OR BSD-3-Clause))': {
    en: 'Under the BSD-3-Clause. Types of the AI SDK need it, and nothing that runs.',
    zh: '按 BSD-3-Clause 使用。只有 AI SDK 的类型需要它，运行时不需要。',
  },
  'mediabunny (MPL-2.0)': {
    en: 'Changes to its own files must be published. It is used unchanged.',
    zh: '对其自身文件的修改必须公开。此处未作修改。',
  },
  '@img/sharp-libvips-* (LGPL-3.0-or-later)': {
    en: 'A shared library, which can be replaced.',
    zh: '共享库，可以替换。',
  },
  '@img/sharp-* (Apache-2.0 AND LGPL-3.0-or-later)': {
    en: 'For Windows. Holds libvips as a shared library, which can be replaced.',
    zh: '用于 Windows。其中的 libvips 是共享库，可以替换。',
  },
  '@img/sharp-wasm32 (Apache-2.0 AND LGPL-3.0-or-later AND MIT)': {
    en: 'Holds libvips. Installed only where sharp has no binary for the platform.',
    zh: '包含 libvips。仅在 sharp 没有对应平台的二进制文件时安装。',
  },
}

/** Packages that differ only in the platform they are for stand in one row, with a star for the platform. */
const platform = /([-/])(?:aix|android|darwin|freebsd|linux|linuxmusl|netbsd|openbsd|openharmony|sunos|win32)-[\w-]+$/u

/**
 * Every package that installing one of ours can bring with it or whose code it holds, by the lock file.
 *
 * @returns {{ name: string, versions: string[], licence: string, neededBy: string[] }[]} sorted by name
 */
export function dependencyLicences() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const rows = new Map()
  for (const { folder, manifest } of publicPackages()) {
    const seen = new Set()
    const visit = (path, entry) => {
      const wanted = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies }
      for (const name of Object.keys(wanted)) {
        const found = resolve(packages, path, name)
        // A peer dependency that is optional need not be there.
        if (found === undefined || seen.has(found)) continue
        seen.add(found)
        const target = packages[found]
        if (target.link === true) visit(target.resolved, packages[target.resolved])
        else {
          add(rows, name, target, manifest.name)
          visit(found, target)
        }
      }
    }
    // What a published package needs to be built is part of its files.
    const { dependencies, devDependencies } = packages[folder]
    visit(folder, { ...packages[folder], dependencies: { ...dependencies, ...devDependencies } })
  }
  return [...rows.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Where Node would find a package from a folder, as a path of the lock file. */
function resolve(packages, from, name) {
  for (let folder = from; ;) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '') return undefined
    const parent = folder.lastIndexOf('/node_modules/')
    folder = parent === -1 ? '' : folder.slice(0, parent)
  }
}

function add(rows, name, { version, license = 'none declared' }, neededBy) {
  const shown = name.replace(platform, '$1*')
  const key = `${shown} (${license})`
  const row = rows.get(key) ?? { name: shown, versions: [], licence: license, neededBy: [] }
  if (!row.versions.includes(version)) row.versions.push(version)
  if (!row.neededBy.includes(neededBy)) row.neededBy.push(neededBy)
  rows.set(key, row)
}

/** The rows whose licence is neither accepted nor explained by a note. */
export function unexplainedLicences(rows) {
  return rows.filter((row) => !accepted.has(row.licence) && noteOf(row) === undefined)
}

function noteOf({ name, licence }) {
  return notes[`${name} (${licence})`]
}

const words = {
  en: {
    title: 'Licences',
    intro:
      'Everything that installing one of our packages can bring with it, and the licence that each package declares. All of our own packages are under the MIT licence. A star stands for the platform, of which npm installs one.',
    head: ['package', 'versions', 'licence', 'needed by'],
    notes: 'Notes',
  },
  zh: {
    title: '许可证',
    intro:
      '安装我们的任一软件包时可能一并安装的全部软件包，以及各自声明的许可证。我们自己的软件包均采用 MIT 许可证。星号代表平台，npm 只安装其中一个。',
    head: ['软件包', '版本', '许可证', '使用者'],
    notes: '说明',
  },
}

/** The page of the docs site in a language. */
export function licencePage(rows, language) {
  const { title, intro, head, notes: heading } = words[language]
  const line = (cells) => `| ${cells.join(' | ')} |`
  const short = (name) => name.replace('@model-tasks/', '')
  const table = [
    line(head),
    line(head.map(() => '---')),
    ...rows.map((row) =>
      line([`\`${row.name}\``, row.versions.join(', '), row.licence, row.neededBy.map(short).join(', ')]),
    ),
  ]
  const explained = rows.filter((row) => noteOf(row) !== undefined)
  return [
    '---',
    `title: ${title}`,
    'order: 90',
    'section: contribute',
    '---',
    '',
    `# ${title}`,
    '',
    intro,
    '',
    ...table,
    '',
    `## ${heading}`,
    '',
    ...explained.map((row) => `- \`${row.name}\` (${row.licence}): ${noteOf(row)[language]}`),
    '',
  ].join('\n')
}
