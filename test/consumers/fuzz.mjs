import { readFile, readdir } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

/** Values that no vector thought of. */
const odd = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  5.0,
  1e21,
  -1e-7,
  2147483647,
  2147483648,
  '',
  ' ',
  '5',
  'null',
  '720P',
  'ADAPTIVE',
  [],
  [[]],
  [null],
  {},
  { a: 1 },
  ['https://example.com/a b.png'],
  ['https://example.com/a.png\n'],
  ['\u3000https://example.com/a.png'],
  ['HTTPS://EXAMPLE.COM/A.PNG'],
  ['http://'],
  ['ftp://example.com/a'],
  ['https://user@example.com:80/?#'],
  ['https://[::1]/a'],
  ['assetId://'],
  ['assetId://a'],
  ['ASSETID://a'],
  ['data:image/png;base64,AAAA'],
  ['DATA:;base64,AA=='],
  [1, 'x', null],
  Array(40).fill('https://example.com/a.png'),
  '船'.repeat(501),
  'word '.repeat(1001),
  `${'a'.repeat(5001)}`,
  `船${'a'.repeat(500)}`,
  '\u{20000}'.repeat(501),
  '\u{1F6A2}'.repeat(1501),
  'é à ñ',
  '@图片1',
  '@图片3 @图片10 @图片3',
  '@视频1@音频2',
  '@图片01 @图片0',
  '@图片99999999999999999999',
  '@图片１',
  'a\u00a0b\u2003c\u3000d',
  '1 2 3 a1',
]

/**
 * Random bodies with the findings of the validators of a folder like `generated`, in the form of vectors. The same seed gives the same
 * bodies. Half of the values come from valid vectors, so that findings stay few and cross-field rules are met.
 */
export async function fuzzedVectors(generated, count, seed) {
  const { modules } = await import(pathToFileURL(`${generated}/spec/validators/all.js`).href)
  const { severities } = await import(pathToFileURL(`${generated}/spec/findings.js`).href)
  const random = generator(seed)
  const pick = (values) => values[Math.floor(random() * values.length)]
  const pools = await valuePools(generated)
  const vectors = []
  for (let index = 0; index < count; index++) {
    const { model, names, foreign, valid, seen } = pick(pools)
    const body = { model }
    for (const name of names) {
      const chance = random()
      if (chance > 0.25) body[name] = pick(chance > 0.9 ? odd : ((chance > 0.8 ? seen : valid).get(name) ?? odd))
    }
    if (random() < 0.1) body[pick([...foreign, 'a/b~c', 'Prompt', '__proto', 'constructor'])] = pick(odd)
    const { validate, facts } = modules[model]
    const findings = validate(structuredClone(body)).map(({ rule, path }) => ({
      rule,
      path,
      severity: facts.rules[rule]?.severity ?? severities[rule],
    }))
    vectors.push({
      id: `fuzz-${index}`,
      body,
      valid: findings.every(({ severity }) => severity === 'advice'),
      findings,
    })
  }
  return vectors
}

/** For each model with a table: its parameters, those of others, and the values that vectors give each. */
async function valuePools(generated) {
  const { models } = JSON.parse(await readFile(`${generated}/catalogue.json`, 'utf8'))
  const files = new Set(await readdir(`${generated}/vectors`))
  const everyName = new Set(models.flatMap((model) => model.parameters.map(({ name }) => name)))
  return Promise.all(
    models
      .filter((model) => model.reference && files.has(`${model.id}.json`))
      .map(async (model) => {
        const names = model.parameters.map(({ name }) => name)
        const vectors = JSON.parse(await readFile(`${generated}/vectors/${model.id}.json`, 'utf8'))
        return {
          model: model.id,
          names,
          foreign: [...everyName].filter((name) => !names.includes(name)),
          valid: valuesOf(vectors.filter(({ valid }) => valid)),
          seen: valuesOf(vectors),
        }
      }),
  )
}

function valuesOf(vectors) {
  const values = new Map()
  for (const { body } of vectors)
    for (const [name, value] of Object.entries(body)) values.set(name, [...(values.get(name) ?? []), value])
  return values
}

/** Mulberry32: small, seeded, the same everywhere. */
function generator(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
