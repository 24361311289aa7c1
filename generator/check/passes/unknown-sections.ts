import { isObject, items } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import { modelIdOf } from '../../read/model-file.js'
import type { Mistake } from '../mistake.js'
import { modelFiles, parsed, text } from '../models.js'
import { nearest } from '../nearest.js'
import { oncePerFile } from '../once.js'
import { collect } from '../walk.js'

/** S015: sources that name no section of the interface. */
export function* unknownSections(spec: Spec): Iterable<Mistake> {
  const listed = items(parsed(spec.files.get('sections.json'))?.sections).flatMap(([, section]) => text(section) ?? [])
  if (listed.length === 0) return
  const names = new Set(listed)
  const ids = modelFiles(spec).map((model) => model.id)
  for (const file of spec.files.values()) {
    if (file.path.startsWith('meta/')) continue
    const own = modelIdOf(file.path)
    // What several models share may be stated of any of them.
    const known = [...listed, ...(own === undefined ? ids : [own])]
    for (const { section, path } of sourcesOf(file)) {
      if (names.has(section) || known.includes(section)) continue
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

const sourcesOf = oncePerFile((file) =>
  collect(parsed(file) ?? null, (source, path) =>
    path.at(-1) === 'x-source' && isObject(source) && typeof source.section === 'string'
      ? { section: source.section, path: [...path, 'section'] }
      : undefined,
  ),
)
