import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { parsed } from '../models.js'
import { oncePerFile } from '../once.js'
import { collect } from '../walk.js'

/** S006: invisible characters in a text, and texts that are written in another form than they look. */
export function invisibleCharacters(spec: Spec): Iterable<Mistake> {
  return [...spec.files.values()].flatMap((file) => (file.path.startsWith('meta/') ? [] : inFile(file)))
}

const inFile = oncePerFile((file): readonly Mistake[] =>
  collect(parsed(file) ?? null, (text, path): Mistake | undefined => {
    const message = typeof text === 'string' ? problemOf(text) : undefined
    return message === undefined ? undefined : { code: 'S006', file: file.path, path: [...path], message }
  }),
)

/** Controls but the line feed, marks of direction, the byte order mark, and halves of surrogate pairs. */
const invisible =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

function problemOf(text: string): string | undefined {
  const [found] = invisible.exec(text) ?? []
  if (found !== undefined)
    return `the text holds U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}, which is invisible`
  return text === text.normalize('NFC') ? undefined : 'the text is not in Unicode normalization form C'
}
