import type { JsonSchema } from '../../catalogue.js'
import type { File } from '../../file.js'

/** What the manifests of both packages say. `folder`: where the package lies in the repository. */
export function manifestOf(name: string, version: string, folder: string): JsonSchema {
  const up = folder.split('/').map(() => '..')
  return {
    name,
    version,
    license: 'MIT',
    homepage: 'https://github.com/model-tasks/model-tasks#readme',
    bugs: 'https://github.com/model-tasks/model-tasks/issues',
    repository: { type: 'git', url: 'git+https://github.com/model-tasks/model-tasks.git', directory: folder },
    publishConfig: { access: 'public', provenance: true, directory: `${up.join('/')}/release/node_modules/${name}` },
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
  }
}

/** The CommonJS side of an entry, which loads the same module with require(). */
export function commonJs(entry: string): File[] {
  const module = `${'../'.repeat(entry.split('/').length)}${entry}.js`
  return [
    { path: `cjs/${entry}.cjs`, content: `module.exports = require('${module}')\n` },
    {
      path: `cjs/${entry}.d.cts`,
      content: `// @ts-ignore: before TypeScript 5.8 it does not know that Node can require() an ES module.\nexport * from '${module}'\n`,
    },
  ]
}

/** An entry of the manifest's `exports` that has types and a CommonJS side. */
function typed(path: string): JsonSchema {
  const types = path.replace(/\.js$/, '.d.ts')
  const entry = path.replace(/\.js$/, '').replace('./', './cjs/')
  return {
    import: { types, default: path },
    require: { types: `${entry}.d.cts`, default: `${entry}.cjs` },
  }
}

/** What a manifest says of its entries, beside those of which it declares more; `patterns`: folders with a module for each name, and `data`: the files in them that are none. */
export function declared(
  entries: readonly string[],
  patterns: readonly { folder: string; types: string }[],
  data: readonly string[] = [],
): { typesVersions: JsonSchema; exports: JsonSchema } {
  const named = entries.filter((entry) => entry !== 'index')
  return {
    // For TypeScript's node10 resolution, which does not read exports.
    typesVersions: {
      '*': Object.fromEntries<string[]>([
        ...data.map((path): [string, string[]] => [path, [`./${path}`]]),
        ...named.map((entry): [string, string[]] => [nameOf(entry), [`./${entry}.d.ts`]]),
        ...patterns.map(({ folder, types }): [string, string[]] => [`${folder}/*`, [types]]),
      ]),
    },
    exports: {
      ...Object.fromEntries(
        entries.map((entry) => [entry === 'index' ? '.' : `./${nameOf(entry)}`, typed(`./${entry}.js`)]),
      ),
      ...Object.fromEntries(
        patterns.map(({ folder, types }) => [`./${folder}/*`, { types, default: `./${folder}/*.js` }]),
      ),
      ...Object.fromEntries(data.map((path) => [`./${path}`, `./${path}`])),
    },
  }
}

const nameOf = (entry: string): string => entry.replace(/\/index$/, '')
