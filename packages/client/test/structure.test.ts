import { access, readFile, readdir } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..', 'src')
const files = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.ts'))

/** What each file imports, types and imports on demand included. */
const imports = new Map(
  await Promise.all(
    files.map(async (file): Promise<[string, string[]]> => {
      const text = await readFile(join(folder, file), 'utf8')
      const paths = [...text.matchAll(/(?:from |import\()'(\.[^']+)\.js'/g)].map(([, path = '']) => path)
      return [file, paths.map((path) => `${normalize(join(dirname(file), path))}.ts`)]
    }),
  ),
)

const root = join(import.meta.dirname, '../../..')

interface Areas {
  areas: Record<string, { mutate: string[]; tests: string[]; later?: string[] }>
}

/** Whether a path names a file, or, up to its first star, a folder. */
function existing(pattern: string): Promise<boolean> {
  return access(join(root, pattern.split('*')[0] ?? '')).then(
    () => true,
    () => false,
  )
}

/** The first circle of imports, as a path that comes back to its start. */
function findCircle(): string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next, [...path, file])
      if (circle) return circle
    }
    done.add(file)
    return undefined
  }
  for (const file of files) {
    const circle = visit(file, [])
    if (circle) return circle
  }
  return undefined
}

describe('the areas of the mutation tests', async () => {
  const { areas } = (await import(pathToFileURL(join(root, 'test/mutation/areas.mjs')).href)) as Areas
  for (const [name, { mutate, tests, later = [] }] of Object.entries(areas))
    it(`${name}: names sources and tests that exist`, async () => {
      for (const pattern of [...mutate, ...tests, ...later]) expect(await existing(pattern), pattern).toBe(true)
    })
})

describe('the sources', () => {
  it('import nothing that does not exist', () => {
    expect([...imports.values()].flat().filter((path) => !imports.has(path))).toEqual([])
  })

  it('have no import circles, not even through types', () => {
    expect(findCircle()).toBeUndefined()
  })

  it('load with a page all that a call loads when it needs it, but what a page names itself', async () => {
    const onDemand = async (file: string): Promise<string[]> =>
      [...(await readFile(join(folder, file), 'utf8')).matchAll(/(?<!typeof )\bimport\('(\.[^']+)\.js'\)/g)].map(
        ([, path = '']) => `${normalize(join(dirname(file), path))}.ts`,
      )
    const late = new Set((await Promise.all(files.filter((file) => !file.startsWith('page/')).map(onDemand))).flat())
    // Files, downloads, batches, and the question whether a request was made before, which the hooks answer themselves.
    const own = /^(batch|download|files|media)\/|^journal\/(identical|request-digest)\.ts$/
    expect([...late].filter((path) => !own.test(path)).sort()).toEqual((await onDemand('page/index.ts')).sort())
  })

  it('have for each entry what require() loads', async () => {
    const { exports } = JSON.parse(await readFile(join(folder, '../package.json'), 'utf8')) as {
      exports: Record<string, { require: Record<string, string> }>
    }
    const paths = Object.values(exports).flatMap((entry) => Object.values(entry.require))
    expect(paths.length).toBeGreaterThan(10)
    for (const path of paths) await access(join(folder, '..', path))
  })

  it('keep the policy free of the rest of the client', () => {
    const outside = [...imports]
      .filter(([file]) => file.startsWith('policy/'))
      .flatMap(([, paths]) => paths.filter((path) => !path.startsWith('policy/')))
    expect(outside).toEqual([])
  })

  it('tell of one submit in two files: its steps, and one exchange with the service', () => {
    const steps = imports.get('submit/submit.ts') ?? []
    expect(imports.get('client.ts')).toContain('submit/submit.ts')
    expect(steps).toContain('transport/exchange.ts')
    const senders = [...imports].filter(([, paths]) => paths.includes('submit/submit.ts')).map(([file]) => file)
    expect(senders).toEqual(['client.ts', 'recovery/recover.ts'])
  })
})
