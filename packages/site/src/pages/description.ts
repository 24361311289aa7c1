/** Characters of a description that search engines show. */
const longest = 170

const plain = (line: string): string =>
  line
    .replace(/\*\*|`|<[^>]+>/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()

/** Sentences of a paragraph, in either language, each with what ends it. */
const sentencesIn = (paragraph: string): string[] =>
  paragraph
    .match(/[^.!?。！？]*(?:[.!?](?!\s|$)[^.!?。！？]*)*(?:[.!?]+(?=\s|$)|[。！？]|$)/g)
    ?.filter((text) => text !== '') ?? []

/** Text cut at a word. */
const cut = (text: string): string => {
  if (text.length <= longest) return text
  const kept = text.slice(0, longest - 1)
  return `${/[\u4e00-\u9fff]/.test(kept) ? kept : kept.replace(/\s+\S*$/, '')}…`
}

/** Paragraphs that describe no page: a line of a table's facts, a list, code. */
const isProse = (block: string): boolean =>
  !/^(#|\||`{3}|[-*] |\d+\. |>|<)/.test(block) && /[.。:：!！?？]$/.test(block) && !/^(Severity|级别)[:：]/.test(block)

/** What a page is about, for search engines and cards: its first whole sentences. `title` where it has none. */
export const descriptionOf = (markdown: string, title: string): string => {
  const [first] = markdown
    .replace(/^```[\s\S]*?^```/gm, '')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(isProse)
  if (first === undefined) return title
  let text = ''
  for (const sentence of sentencesIn(plain(first.replace(/\s*\n\s*/g, ' ')))) {
    if (text.length > 60 && (text + sentence).trim().length > longest) break
    text += sentence
  }
  return cut(text.trim().replace(/[:：]$/, (mark) => (mark === ':' ? '.' : '。')))
}
