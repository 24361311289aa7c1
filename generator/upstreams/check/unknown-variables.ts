import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import { pathParts } from '../path-parts.js'
import { wellFormed } from './facts.js'
import { pathsOf } from './written-paths.js'

/** S074: a variable that is not known when the request is made. */
export function* unknownVariables(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    for (const { text, path, allowed } of pathsOf(source)) {
      for (const part of pathParts(text)) {
        if (typeof part === 'string' || allowed.includes(part.variable)) continue
        yield {
          code: 'S074',
          file,
          path,
          message: `{${part.variable}} is not known here`,
          hint:
            allowed.length === 0
              ? 'Nothing is known of a task here.'
              : `Use ${allowed.map((name) => `{${name}}`).join(', ')}.`,
        }
      }
    }
  }
}
