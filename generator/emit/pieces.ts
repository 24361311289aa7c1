/** Stands in a document for the list or the object that has an entry per model. */
export const pieces = '\u0000'

/** The text of a document with a list where `pieces` stands, of texts that `pieceText` made. */
export function withList(document: object, texts: readonly string[]): string {
  return filled(document, '[', texts, ']')
}

/** The same with an object where `pieces` stands, of members with these keys. */
export function withMembers(document: object, members: readonly (readonly [key: string, text: string])[]): string {
  return filled(
    document,
    '{',
    members.map(([key, text]) => `${JSON.stringify(key)}: ${text}`),
    '}',
  )
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

function filled(document: object, open: string, texts: readonly string[], close: string): string {
  const [before = '', after, ...others] = JSON.stringify(document, null, 2).split(JSON.stringify(pieces))
  if (after === undefined || others.length > 0) throw new Error('the document does not have one place for its pieces')
  const outer = /^ */.exec(before.slice(before.lastIndexOf('\n') + 1))?.[0] ?? ''
  const inside = texts.length === 0 ? '' : `\n${outer}  ${texts.join(`,\n${outer}  `)}\n${outer}`
  return `${before}${open}${inside}${close}${after}\n`
}
