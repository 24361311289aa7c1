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

/** The terms of a query: as typed, without the parts of a run. */
export const queryTerms = (text: string): string[] =>
  (text.match(runs) ?? []).flatMap((run) => {
    const split = run.split(/(?<=\p{Script=Han})(?=\P{Script=Han})|(?<=\P{Script=Han})(?=\p{Script=Han})/u)
    return split.flatMap((part) => (han.test(part) ? pairs(part) : [part.replace(/^[.:/-]+|[.:/-]+$/g, '')]))
  })
