import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { parsed } from '../models.js'
import { oncePerFile } from '../once.js'
import { collect } from '../walk.js'

/** S092: tags and entities of HTML in texts that people read. */
export function markupInTexts(spec: Spec): Iterable<Mistake> {
  return [...spec.files.values()].flatMap((file) => (file.path.startsWith('meta/') ? [] : inFile(file)))
}

const inFile = oncePerFile((file): readonly Mistake[] =>
  collect(parsed(file) ?? null, (text, path): Mistake | undefined => {
    if (typeof text !== 'string' || !prose.has(path.at(-1))) return undefined
    const [found] = markup.exec(text.replace(code, '')) ?? []
    const message = `the text holds ${found}, which pages read as HTML`
    return found === undefined ? undefined : { code: 'S092', file: file.path, path: [...path], message }
  }),
)

/** The keywords whose texts become sentences of pages and messages. */
const prose = new Set<unknown>(['description', 'text', 'en', 'zh', 'title', 'topic', 'handling', 'summary'])

/** A code span of Markdown, in which everything stands for itself. */
const code = /`[^`]*`/g

export const markup = /<\/?[A-Za-z][^<>]*>|<!--|&(?:[A-Za-z]+|#[0-9]+|#x[0-9A-Fa-f]+);/
