import { readFile } from 'node:fs/promises'
import { generated } from '../paths.mjs'

/** Models that show everything a document holds: rules, frames, an image model, one without a table, one unavailable. */
export const sample = ['sd_2.0_discount', 'epsilonO3', 'beta-5.0', 'sd_2.0_special', 'zeta-H3_933_1080p']

/** A published document with a few models only, because some tools take seconds per model. */
export async function subset(name) {
  const document = JSON.parse(await readFile(`${generated}/${name}`, 'utf8'))
  const { schemas } = document.components
  for (const [component, schema] of Object.entries(schemas)) {
    if (schema['x-model-id'] !== undefined && !sample.includes(schema['x-model-id'])) delete schemas[component]
  }
  const { mapping } = schemas.SubmitRequest.discriminator
  schemas.SubmitRequest.discriminator.mapping = Object.fromEntries(sample.map((id) => [id, mapping[id]]))
  schemas.SubmitRequest.oneOf = sample.map((id) => ({ $ref: mapping[id] }))
  for (const operation of ['tasks', 'quote']) {
    const body = document.paths[`/v2/model-center/${operation}`].post.requestBody.content['application/json']
    body.examples = Object.fromEntries(sample.map((id) => [id, body.examples[id]]))
  }
  return document
}

/** The vectors of the sample that plain JSON Schema can judge: at most `most` valid and as many invalid ones per model. */
export async function sampleVectors(most) {
  const all = await Promise.all(
    sample.map(async (id) => {
      const vectors = JSON.parse(await readFile(`${generated}/vectors/${id}.json`, 'utf8'))
      const judged = vectors.filter(({ schema }) => schema !== false)
      return [true, false].flatMap((valid) =>
        every(
          judged.filter((vector) => vector.valid === valid),
          most,
        ),
      )
    }),
  )
  return all.flat()
}

/** At most `most` of them, spread evenly. */
function every(vectors, most) {
  const step = Math.max(1, Math.ceil(vectors.length / most))
  return vectors.filter((_, index) => index % step === 0)
}

/** The bodies that a judge takes for the opposite of what their vectors say, by id. */
export async function differences(vectors, accepts) {
  const wrong = []
  for (const { id, body, valid } of vectors) if ((await accepts(body)) !== valid) wrong.push(`${body.model} ${id}`)
  return wrong
}

export function expectNone(wrong) {
  if (wrong.length > 0) throw new Error(`${wrong.length} bodies are judged otherwise: ${wrong.slice(0, 5).join(', ')}`)
}

export function expectFault(is, what) {
  if (!is) throw new Error(`the known fault is gone: ${what}; take it out of known-faults.mjs and of the pages`)
}
