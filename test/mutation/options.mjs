import { parseArgs } from 'node:util'

/**
 * What the words of `npm run mutation` ask for: areas, and which of their mutants. `sample` is how many of each area are drawn, by
 * `seed`; `since` is the commit since which their lines have changed; `at` are the lines by path, `tests` the only tests that are asked; undefined: all. `certain`: whether a score fails only where it is
 * certain to be too low.
 * Throws an error whose message says what is wrong.
 */
export function readOptions(words, names) {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      since: { type: 'string' },
      at: { type: 'string', multiple: true },
      test: { type: 'string', multiple: true },
      certain: { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`expected areas among ${names.join(', ')}, got ${unknown.join(', ')}`)
  return {
    chosen: positionals.length > 0 ? names.filter((name) => positionals.includes(name)) : names,
    sample: values.sample === undefined ? Infinity : integer('--sample', values.sample, 1),
    seed: integer('--seed', values.seed, 0),
    since: values.since,
    at: values.at && new Map(values.at.map(place)),
    tests: values.test,
    certain: values.certain,
  }
}

/** `path` or `path:175,228`: a source and its lines, all where none are named. */
function place(text) {
  const [, path, lines] = /^(packages\/[^:]+\.ts)(?::(\d+(?:,\d+)*))?$/.exec(text) ?? []
  if (path === undefined)
    throw new Error(`--at: expected packages/…/name.ts or packages/…/name.ts:175,228, got ${text}`)
  return [path, lines === undefined ? { has: () => true } : new Set(lines.split(',').map(Number))]
}

/** The integer that an option has, of at least `minimum`. Throws an error whose message says what is wrong. */
export function integer(option, text, minimum) {
  if (/^\d{1,9}$/.test(text) && Number(text) >= minimum) return Number(text)
  throw new Error(`${option}: expected an integer of at least ${minimum}, got ${text}`)
}
