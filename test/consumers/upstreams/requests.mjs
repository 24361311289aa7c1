import { readFile } from 'node:fs/promises'

const generated = new URL('../../../generated/', import.meta.url)

/** What the generator knows of every model, and the mapping and interpreter it made. */
export const { models } = await import(new URL('upstreams/models.js', generated))
export const interpreter = await import(new URL('upstreams/interpreter/index.js', generated))

export const { protocols } = await import(new URL('upstreams/index.js', generated))

export async function mappingOf(protocol) {
  return (await import(new URL(`upstreams/${protocol}.js`, generated))).mapping
}

/** Every valid request of a model's vectors, without `model`. */
export async function validRequests(model) {
  const vectors = JSON.parse(await readFile(new URL(`vectors/${model}.json`, generated), 'utf8'))
  return vectors
    .filter(({ valid }) => valid)
    .map(({ id, body: { model: _model, ...parameters } }) => ({ id, parameters }))
}

/** What a request asks for: with the catalogue's defaults, the only value where a model offers one, and without empty lists. */
export function askedFor({ parameters: facts }, parameters) {
  const asked = {}
  for (const [name, { default: value, values = [] }] of Object.entries(facts)) {
    if (value !== undefined) asked[name] = value
    else if (values.length === 1) asked[name] = values[0]
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value) && value.length === 0) delete asked[name]
    else asked[name] = value
  }
  return asked
}
