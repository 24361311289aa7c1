import type { JsonValue } from '../../catalogue.js'
import { isObject } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { entries, items, modelFiles, parsed, text } from '../models.js'
import { nearest } from '../nearest.js'
import { oncePerFile } from '../once.js'

/** S015: sources that name no section of the interface. */
export function* unknownSections(spec: Spec): Iterable<Mistake> {
  const listed = items(parsed(spec.files.get('sections.json'))?.sections).flatMap(([, section]) => text(section) ?? [])
  if (listed.length === 0) return
  const known = [...listed, ...modelFiles(spec).map((model) => model.id)]
  const names = new Set(known)
  for (const file of spec.files.values()) {
    if (file.path.startsWith('meta/')) continue
    for (const { section, path } of sourcesOf(file)) {
      if (names.has(section)) continue
      const near = nearest(section, known)
      yield {
        code: 'S015',
        file: file.path,
        path,
        message: `the interface has no section "${section}"`,
        ...(near === undefined ? {} : { hint: `Did you mean "${near}"?` }),
      }
    }
  }
}

const sourcesOf = oncePerFile((file) => [...sourcesIn(parsed(file) ?? null, [])])

function* sourcesIn(
  value: JsonValue,
  path: (string | number)[],
): Iterable<{ section: string; path: (string | number)[] }> {
  for (const [index, item] of items(value)) yield* sourcesIn(item, [...path, index])
  for (const [key, child] of entries(value)) {
    if (key !== 'x-source') yield* sourcesIn(child, [...path, key])
    else if (isObject(child) && typeof child.section === 'string')
      yield { section: child.section, path: [...path, key, 'section'] }
  }
}
