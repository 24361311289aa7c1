// Runs the vectors of every model through validators of JSON Schema in strict settings, in both dialects, and checks
// what a faker makes of the schemas.
import { readFile } from 'node:fs/promises'
import { Validator as Cfworker } from '@cfworker/json-schema'
import { validator as schemasafe } from '@exodus/schemasafe'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { generate } from 'json-schema-faker'
import { generated } from '../paths.mjs'

const { models } = await read('catalogue.json')
const dialects = [
  { folder: 'json-schema', Class: Ajv2020, draft: '2020-12' },
  { folder: 'json-schema/draft-07', Class: Ajv, draft: '7' },
]

let count = 0
for (const { folder, Class, draft } of dialects) {
  const ajv = new Class({ strict: true, logger: { log: fail, warn: fail, error: fail } })
  for (const { id } of models) {
    const schema = await read(`${folder}/${id}.schema.json`)
    const judges = {
      ajv: ajv.compile(schema),
      schemasafe: schemasafe(schema),
      cfworker: cfworker(schema, draft),
    }
    for (const { id: name, body, valid, schema: judged } of await read(`vectors/${id}.json`)) {
      if (judged === false) continue
      for (const [tool, accepts] of Object.entries(judges)) {
        if (accepts(body) !== valid) fail(`${tool}, ${draft}: ${id} ${name} is not judged as valid: ${valid}`)
        count++
      }
    }
  }
}

const fakes = { made: 0, valid: 0 }
const ajv = new Ajv2020({ strict: true })
for (const { id } of models.filter(({ reference }) => reference)) {
  const schema = await read(`json-schema/${id}.schema.json`)
  const accepts = ajv.compile(schema)
  for (let seed = 0; seed < 5; seed++) {
    fakes.made++
    if (accepts(await generate(schema, { seed }))) fakes.valid++
  }
}
if (fakes.valid < fakes.made / 2) fail(`json-schema-faker: only ${fakes.valid} of ${fakes.made} requests are valid`)
if (fakes.valid === fakes.made)
  fail('json-schema-faker keeps every rule now: take its fault out of known-faults.mjs and of the pages')
try {
  schemasafe(await read('json-schema/beta-5.0.schema.json'), { mode: 'strong' })
  fail('schemasafe accepts the schemas in strong mode now: take its fault out of known-faults.mjs and of the pages')
} catch (error) {
  if (!String(error).includes('requireStringValidation')) throw error
}
console.log(
  `${count} verdicts of ajv strict, schemasafe and cfworker agree; ${fakes.valid} of ${fakes.made} fakes are valid`,
)

function cfworker(schema, draft) {
  const validator = new Cfworker(schema, draft)
  return (body) => validator.validate(body).valid
}

async function read(path) {
  return JSON.parse(await readFile(`${generated}/${path}`, 'utf8'))
}

function fail(...words) {
  throw new Error(words.join(' '))
}
