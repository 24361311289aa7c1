import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkSpec } from '../check/index.js'
import { loadSpec, parseSpecFile, type Spec } from '../load/spec.js'
import { readCatalogue } from '../read/catalogue.js'

const real = await loadSpec(fileURLToPath(new URL('../../spec', import.meta.url)))

/** One model is enough: what is shared is read once. */
const files = new Map([...real.files].filter(([path]) => !/^(models|upstreams)\/(?!sd_2\.0_discount\.)/.test(path)))
const withFile = (path: string, value: unknown): Spec => ({
  ...real,
  files: new Map([...files, [path, parseSpecFile(path, JSON.stringify(value))]]),
})

const mistakesOf = (spec: Spec): string[] =>
  checkSpec(spec).map(({ file, code, message }) => `${file} ${code} ${message}`)
/** What the files of other models and of upstreams are missing for. */
const known = mistakesOf({ ...real, files }).join()
const before = JSON.stringify(readCatalogue({ ...real, files }))

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A remark for people who edit the file, and what the list of sections is for, have no meaning. */
const isRemark = (place: string): boolean => /\/\$comment$|^sections\.json\/description$/.test(place)

/** The file with one value after another changed and left out: of what has the same place in a list, the first. */
function* changes(path: string): Generator<[place: string, value: Json]> {
  const seen = new Set<string>()
  const text = files.get(path)?.text ?? ''
  function* walk(value: Json, steps: readonly string[]): Generator<[string, Json]> {
    const place = `${path}/${steps.join('/')}`
    const form = place.replaceAll(/\/\d+(?=\/|$)/g, '/*')
    if (steps.length > 0 && !isRemark(place) && !seen.has(form)) {
      seen.add(form)
      yield [`${place} left out`, changed(text, steps, undefined)]
      const other = another(value)
      if (other !== undefined) yield [`${place} is ${JSON.stringify(other)}`, changed(text, steps, other)]
    }
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) yield* walk(inner, [...steps, key])
  }
  yield* walk(JSON.parse(text) as Json, [])
}

function another(value: Json): Json | undefined {
  if (typeof value === 'string') return `${value} more`
  if (typeof value === 'number') return value + 1
  return typeof value === 'boolean' ? !value : undefined
}

function changed(text: string, steps: readonly string[], value: Json | undefined): Json {
  const whole = JSON.parse(text) as Json
  let holder = whole
  for (const step of steps.slice(0, -1)) holder = (holder as { [key: string]: Json })[step] ?? null
  const last = steps.at(-1) ?? ''
  if (Array.isArray(holder)) holder.splice(Number(last), 1, ...(value === undefined ? [] : [value]))
  else if (value === undefined) delete (holder as { [key: string]: Json })[last]
  else (holder as { [key: string]: Json })[last] = value
  return whole
}

test.each([
  'task.schema.json',
  'service.json',
  'findings.json',
  'text.json',
  'synonyms.json',
  'unknowns.json',
  'sections.json',
  'version.json',
])('nothing that %s states is dropped: the catalogue follows it, or it is reported', (path) => {
  const dropped = [...changes(path)].flatMap(([place, value]) => {
    const spec = withFile(path, value)
    const isReported = mistakesOf(spec).join() !== known
    return isReported || JSON.stringify(readCatalogue(spec)) !== before ? [] : [place]
  })
  expect(dropped).toEqual([])
})
