import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circles, packageOf, pathBetween, readImports, root } from './imports.js'

const page = readFileSync(join(root, 'packages/site/content/en/architecture.md'), 'utf8')
const graph = readImports()

describe('the architecture page', () => {
  test('lists exactly the imports between packages that there are', () => {
    const stated = Object.fromEntries(
      rows('## Packages').map(([name, , imports]) => [
        code(name)[0] ?? '',
        code(imports)
          .map((each) => each.replace('packages/', ''))
          .sort(),
      ]),
    )
    const real: Record<string, Set<string>> = {}
    for (const [file, imports] of graph) {
      const own = packageOf(file)
      const others = (real[own] ??= new Set())
      for (const each of imports) if (packageOf(each) !== own) others.add(packageOf(each))
    }
    for (const [name, others] of Object.entries(real)) {
      expect({ [name]: stated[name === 'generator' ? name : `packages/${name}`] }).toEqual({
        [name]: [...others].sort(),
      })
    }
  })

  const journeys = [...page.matchAll(/^### (.+)$/gm)].map((match) => match[1] ?? '')
  test('has three journeys', () => {
    expect(journeys.length).toBe(3)
  })

  test.each(journeys)('%s: each step leads to the next as the page says', (journey) => {
    const steps = rows(`### ${journey}`).map(([file, how]) => ({ file: code(file)[0] ?? '', how: how ?? '' }))
    expect(steps.length).toBeGreaterThan(4)
    steps.forEach(({ file, how }, index) => {
      expect(existsSync(join(root, file)), `${file} exists`).toBe(true)
      const before = steps[index - 1]?.file
      if (before === undefined) return
      const [name] = code(how)
      if (/^import/.test(how)) expect(pathBetween(graph, before, file), `${before} imports ${file}`).toBeDefined()
      else if (name !== undefined) {
        for (const each of [before, file])
          expect(readFileSync(join(root, each), 'utf8'), `${each} names ${name}`).toContain(name)
      } else expect.fail(`${file}: "${how}" is neither an import nor a name in code`)
    })
  })

  test('each file that it names exists', () => {
    const named = code(page).filter((text) => /^(packages|spec|generator|test)\/[\w./-]+\.\w+$/.test(text))
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

// `complete` of the terminal, a command, completes the list of commands that it stands in: there a circle is what is meant.
test.each(['generator', 'client', 'validation', 'service', 'sandbox', 'site'])(
  'no files of %s import each other in a circle, through types included',
  (name) => {
    expect(circles(graph, (file) => packageOf(file) === name)).toEqual([])
  },
)

describe('the rooms of the service', () => {
  const within = 'packages/service/src/'
  const rooms = rows('## Rooms of the service').map(([name]) => code(name)[0] ?? '')
  const floorOf = (file: string): number => rooms.indexOf(file.slice(within.length).split('/')[0] ?? '')
  const files = [...graph.keys()].filter((file) => file.startsWith(within))

  test('are those of the page, and the entries alone lie at the root', () => {
    expect([...new Set(files.map((file) => file.slice(within.length).split('/', 2)[0]))].sort()).toEqual(
      [...rooms, 'index.ts', 'main.ts', 'media-thread.ts'].sort(),
    )
  })

  test('import nothing of a room above them, types included', () => {
    const upward = files.flatMap((file) =>
      (graph.get(file) ?? [])
        .filter((target) => target.startsWith(within) && floorOf(target) < floorOf(file))
        .map((target) => `${file} imports ${target}`),
    )
    expect(upward).toEqual([])
  })
})

/** The cells of the first table below a heading. */
function rows(heading: string): string[][] {
  const after = page.slice(page.indexOf(`${heading}\n`) + heading.length)
  const table = /(?:^\|.*\|\n?)+/m.exec(after)?.[0] ?? ''
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

function code(text = ''): string[] {
  return Array.from(text.matchAll(/`([^`]+)`/g), (match) => match[1] ?? '')
}
