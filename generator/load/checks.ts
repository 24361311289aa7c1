import { readdir, readFile } from 'node:fs/promises'
import { generatorFolder } from './place.js'
import { transpile } from './transpile.js'

/** The functions that the emitted validators call, as JavaScript: those that most models need, then those of `checks/`. */
export async function loadChecks(): Promise<string> {
  const folder = new URL('emit/validators/', generatorFolder)
  const others = (await readdir(new URL('checks/', folder))).filter((name) => name.endsWith('.ts')).sort()
  const texts = await Promise.all(
    ['checks.ts', ...others.map((name) => `checks/${name}`)].map(async (path) =>
      transpile(await readFile(new URL(path, folder), 'utf8'), {
        fileName: 'module.ts',
        output: 'module',
        target: 'ES2023',
      }),
    ),
  )
  return texts.join('')
}
