import { copyFile, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generated, here, root } from './paths.mjs'
import { execute } from './shell.mjs'

const models = `${root}/generator/test/kinds`
let made

/**
 * A folder like `generated` with two more models, which have parameters of every kind, also those that no model of the
 * catalogue has yet: objects, lists, steps, choices of numbers, single files, deprecations and limits of a later date.
 * Everything else in it is what is published.
 */
export function withEveryKind() {
  made ??= make()
  return made
}

async function make() {
  const [spec, output] = [await mkdtemp(join(tmpdir(), 'every-kind-')), `${here}/.cache/every-kind`]
  try {
    // Mappings to upstreams say nothing of these models, and take a third of the time.
    await cp(`${root}/spec`, spec, { recursive: true, filter: (path) => !path.startsWith(`${root}/spec/upstreams`) })
    for (const name of await readdir(models))
      if (name.endsWith('.schema.json')) await copyFile(`${models}/${name}`, `${spec}/models/${name}`)
    await execute(process.execPath, [`${root}/generator/dist/main.js`, '--spec', spec, '--out', output])
  } finally {
    await rm(spec, { recursive: true, force: true })
  }
  for (const folder of ['vectors', 'spec/validators', 'json-schema'])
    for (const name of await readdir(`${generated}/${folder}`)) await expectSame(output, `${folder}/${name}`)
  return output
}

/** What is said of models is the same with others beside them; files on all of them differ. */
async function expectSame(output, path) {
  if (!/\.\w+$/.test(path) || /\/(?:all|index|names|request|submit|catalog)\./.test(path)) return
  const [published, made] = await Promise.all(
    [generated, output].map((folder) => readFile(`${folder}/${path}`, 'utf8')),
  )
  if (published !== made) throw new Error(`${path} is not what is published; run: npm run generate`)
}
