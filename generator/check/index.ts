import type { Diagnostic } from '../diagnostic.js'
import type { Spec } from '../load/spec.js'
import { passes } from './passes.js'
import { withoutConsequences } from './consequences.js'
import { describe } from './place.js'
import { readingMistakes } from './reading.js'

/** Every mistake in `spec/`, in the order of files and lines. Reads nothing and never throws for what a file says. */
export function checkSpec(spec: Spec): Diagnostic[] {
  const diagnostics = withoutConsequences(passes.flatMap((pass) => [...pass(spec)])).map((mistake) =>
    describe(spec, mistake),
  )
  const isReadable = diagnostics.every((diagnostic) => diagnostic.severity !== 'error')
  const unread = isReadable ? [...readingMistakes(spec)].map((mistake) => describe(spec, mistake)) : []
  return [...diagnostics, ...unread].sort(byPlace)
}

function byPlace(left: Diagnostic, right: Diagnostic): number {
  return (
    compare(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    compare(left.code, right.code)
  )
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
