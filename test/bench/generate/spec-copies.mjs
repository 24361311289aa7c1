import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes a specification of `count` models into `folder`: the real ones, then copies of those with a reference under other
 * ids, each with five integers of its own beside the parameters of its model.
 */
export function copySpecification(source, folder, count) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(source, folder, { recursive: true })
  const models = readdirSync(join(source, 'models')).map((name) => ({
    id: name.replace('.schema.json', ''),
    text: readFileSync(join(source, 'models', name), 'utf8'),
  }))
  const referenced = models.filter(({ text }) => JSON.parse(text)['x-reference'] === true)
  for (let made = models.length; made < count; made++) {
    const { id, text } = referenced[made % referenced.length]
    const copy = `${id}-copy-${made}`
    // A source that is the table of the model it was copied from would be a mistake.
    const own = text.replaceAll(/"section": "([^"]*)"/g, (whole, section) =>
      section.split(/ and |, /).includes(id) ? `"section": "${copy}"` : whole,
    )
    const schema = { ...JSON.parse(own), title: copy, 'x-listed': false, 'x-response-extras': [] }
    schema.properties.model = { const: copy }
    for (const step of [1, 2, 3, 4, 5])
      schema.properties[`level_${made}_${step}`] = {
        type: 'integer',
        minimum: 0,
        maximum: 10 * step,
        description: `Level ${step}.`,
        'x-source': { section: copy, item: `level ${step}` },
      }
    if (typeof schema['x-display-name'] === 'string') schema['x-display-name'] += ` copy ${made}`
    writeFileSync(join(folder, 'models', `${copy}.schema.json`), JSON.stringify(schema, null, 2))
  }
}
