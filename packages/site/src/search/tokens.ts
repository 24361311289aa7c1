/** Words of a text for search: Latin runs whole and in parts, Han characters in pairs, since no spaces divide them. */

const runs = /\p{Script=Han}+|[\p{Letter}\p{Number}@_.:/-]+/gu
const han = /^\p{Script=Han}/u

const pairs = (run: string): string[] => {
  const characters = [...run]
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, at) => (characters[at] ?? '') + character)
}

/** A run with its marks and, where they divide it, its parts: `sd_2.0_discount` is found by `discount` too. */
const parts = (run: string): string[] => {
  const word = run.replace(/^[.:/-]+|[.:/-]+$/g, '')
  const inner = word.split(/[_./:-]+/)
  return word === '' ? [] : inner.length > 1 ? [word, ...inner.filter((part) => part.length > 1)] : [word]
}

/** The terms under which a text is indexed. Single Han characters are found too. */
export const indexTerms = (text: string): string[] =>
  (text.match(runs) ?? []).flatMap((run) => {
    const split = run.split(/(?<=\p{Script=Han})(?=\P{Script=Han})|(?<=\P{Script=Han})(?=\p{Script=Han})/u)
    return split.flatMap((part) => (han.test(part) ? [...pairs(part), ...part] : parts(part)))
  })

/** Words that a question has and an answer need not have. */
const fillers = new Set(
  'a an and are can do does for how i in is it many much my of on or per the to what with'.split(' '),
)

/** A run of Han characters as words of two, of which most are: 上传图片 is 上传 and 图片, which may stand apart in a text. */
const words = (run: string): string[] => {
  const all = pairs(run)
  return all.length % 2 === 0 ? all : all.filter((_, at) => at % 2 === 0)
}

const asked = (text: string, ofHan: (run: string) => string[]): string[] => {
  const terms = (text.match(runs) ?? []).flatMap((run) => {
    const split = run.split(/(?<=\p{Script=Han})(?=\P{Script=Han})|(?<=\P{Script=Han})(?=\p{Script=Han})/u)
    return split.flatMap((part) => (han.test(part) ? ofHan(part) : [part.replace(/^[.:/-]+|[.:/-]+$/g, '')]))
  })
  const meant = terms.filter((term) => !fillers.has(term.toLowerCase()))
  return meant.length > 0 ? meant : terms
}

/** The terms of a query: as typed, without the parts of a run, and without the words that only make it a question. */
export const queryTerms = (text: string): string[] => asked(text, pairs)

/** The terms of a query whose words may stand apart, where all of it together is found nowhere. */
export const looseTerms = (text: string): string[] => asked(text, words)
