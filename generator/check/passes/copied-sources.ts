import type { JsonValue } from '../../catalogue.js'
import { entries, isObject } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { modelFiles, text } from '../models.js'
import { nearest } from '../nearest.js'

/** S039: sources that are those of another model or parameter, as when a file or a parameter was copied. */
export function* copiedSources(spec: Spec): Iterable<Mistake> {
  const ids = new Set(modelFiles(spec).map(({ id }) => id))
  for (const { path: file, id, schema } of modelFiles(spec)) {
    const parameters = entries(schema.properties)
    const names = parameters.map(([name]) => name)
    const holders: [name: string, path: string[], holder: JsonValue][] = [
      [id, [], schema],
      ...parameters.map(([name, value]): [string, string[], JsonValue] => [name, ['properties', name], value]),
    ]
    for (const [name, path, holder] of holders) {
      const source = isObject(holder) ? holder['x-source'] : undefined
      const section = isObject(source) ? text(source.section) : undefined
      const row = isObject(source) ? text(source.item) : undefined
      if (section === undefined) continue
      // The heading of a table of parameters is a Model ID, or several.
      const headed = section.split(/ and |, /)
      const mistake = (key: string, what: string): Mistake => ({
        code: 'S039',
        file,
        path: [...path, 'x-source', key],
        message: `the source of ${name} is ${what}`,
      })
      if (!headed.includes(id)) {
        if (headed.some((each) => ids.has(each)))
          yield mistake('section', `the section "${section}", which is about another model`)
      } else if (path.length > 0 && row !== undefined && row !== name) {
        if (names.includes(row) || nearest(row, names) === name) yield mistake('item', `the row "${row}"`)
      }
    }
  }
}
