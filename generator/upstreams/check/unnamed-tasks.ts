import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import { pathParts } from '../path-parts.js'
import { wellFormed } from './facts.js'
import { pathsOf } from './written-paths.js'

/** S083: a request about one task that does not say which. */
export function* unnamedTasks(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec))
    for (const { text, path, allowed, needsId } of pathsOf(source)) {
      const variables = pathParts(text).flatMap((part) => (typeof part === 'string' ? [] : [part.variable]))
      // One that is unknown is a mistake of its own, and may have been meant to be it.
      const names = variables.includes('id') || variables.includes('name')
      if (needsId === true && !names && variables.every((name) => allowed.includes(name)))
        yield { code: 'S083', file, path, message: 'the path does not name the task: {id} is missing' }
    }
}
