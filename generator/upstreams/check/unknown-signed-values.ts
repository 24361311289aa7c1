import type { Mistake } from '../../check/mistake.js'
import { nearest } from '../../check/nearest.js'
import type { Spec } from '../../load/spec.js'
import { signedValues } from '../compile-signature.js'
import { pathParts } from '../path-parts.js'
import { wellFormed } from './facts.js'

/** S088: a variable in the text that a webhook signs for which nothing stands, and a name of a header that is not in the text. */
export function* unknownSignedValues(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    const { signature } = source.webhooks ?? {}
    if (signature === undefined) continue
    const { signed, headers = {}, time } = signature
    const place = { code: 'S088', file } as const
    const at = ['webhooks', 'signature']
    const own = signedValues.filter((value) => value !== 'timestamp' || time !== undefined)
    const known = [...new Set([...own, ...Object.keys(headers)])]
    const used = pathParts(signed).flatMap((part) => (typeof part === 'string' ? [] : [part.variable]))
    for (const name of used.filter((variable) => !known.includes(variable))) {
      const near = nearest(name, known)
      yield {
        ...place,
        path: [...at, 'signed'],
        message: `{${name}} is not known here`,
        hint: hintFor(name, near, known),
      }
    }
    for (const name of Object.keys(headers)) {
      const named = { ...place, path: [...at, 'headers', name], at: 'key' } as const
      if (signedValues.some((value) => value === name))
        yield { ...named, message: `{${name}} has a meaning of its own`, hint: 'Give the header another name.' }
      else if (!used.includes(name))
        yield { ...named, message: `{${name}} is not in "signed"`, hint: 'Put it there, or take the header out.' }
    }
  }
}

function hintFor(name: string, near: string | undefined, known: readonly string[]): string {
  if (name === 'timestamp') return 'Say in "time" where it is.'
  if (near !== undefined) return `Did you mean {${near}}?`
  return `Use ${known.map((one) => `{${one}}`).join(', ')}, or name a header in "headers".`
}
