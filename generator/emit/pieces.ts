/** Stands in a document for the list or the object that has an entry per model. */
export const pieces = '\u0000'

/** A document, in pieces, with a list where `pieces` stands, of texts that `pieceText` made. */
export function withList(document: object, texts: Iterable<string>): Iterable<string> {
  return filled(document, '[', texts, ']')
}

/** The same with an object where `pieces` stands, of members with these keys. */
export function withMembers(
  document: object,
  members: Iterable<readonly [key: string, text: string]>,
): Iterable<string> {
  return filled(
    document,
    '{',
    mapped(members, ([key, text]) => `${JSON.stringify(key)}: ${text}`),
    '}',
  )
}

/** What `make` makes of each, when it is asked for. */
export function* mapped<From, To>(all: Iterable<From>, make: (one: From) => To): Generator<To> {
  for (const one of all) yield make(one)
}

/**
 * One piece as text, for a place that many levels deep. What is made of a model is text before the next is made, so that
 * no document about all models is ever held as objects.
 */
export function pieceText(value: unknown, depth: number): string {
  // Inside of arrays, because to indent afterwards takes longer than to write.
  let nested = value
  for (let level = 0; level < depth; level++) nested = [nested]
  const text = JSON.stringify(nested, null, 2)
  // A bracket and a line end per level, each after its indentation; all but the last at both ends.
  const head = depth * (depth + 3)
  const tail = depth * (depth + 1)
  return text.slice(head, text.length - tail)
}

function* filled(document: object, open: string, texts: Iterable<string>, close: string): Generator<string> {
  const [before = '', after, ...others] = JSON.stringify(document, null, 2).split(JSON.stringify(pieces))
  if (after === undefined || others.length > 0) throw new Error('the document does not have one place for its pieces')
  const outer = /^ */.exec(before.slice(before.lastIndexOf('\n') + 1))?.[0] ?? ''
  yield before + open
  let isEmpty = true
  for (const text of texts) {
    yield `${isEmpty ? '' : ','}\n${outer}  ${text}`
    isEmpty = false
  }
  yield `${isEmpty ? '' : `\n${outer}`}${close}${after}\n`
}
