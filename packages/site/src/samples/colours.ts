/** A part of a program and the class of its colour; text without one has the colour of the page. */
export interface ColouredText {
  text: string
  colour?: 's' | 'n' | 'k' | 'c'
}

const words =
  'import|from|const|let|await|async|new|while|do|done|case|in|esac|break|exit|export|if|then|else|fi|or|and|not|is|def|return|with|as|raise|package|type|struct|func|for|var|defer|public|class|static|final|void|throws|throw|function|use|flags'

/** What is coloured in a sample, in the order in which it is looked for: nothing inside a string or a comment is. */
const pattern = new RegExp(
  [
    String.raw`(?<c>(?<=^|\s)(?:#|\/\/)[^\n]*)`,
    String.raw`(?<k>"(?:\\.|[^"\\\n])*"(?=\s*:)|(?<![\w.$-])(?:${words})(?![\w-]))`,
    String.raw`(?<s>"""[\s\S]*?"""|${'`[^`]*`'}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])*')`,
    String.raw`(?<n>(?<![\w.$/-])(?:\d+(?:\.\d+)?|true|false|null|None|True|False|nil)(?![\w-]|\.\d))`,
    // An escaped character outside a string begins none.
    String.raw`\\.`,
  ].join('|'),
  'gm',
)

const colours = ['c', 'k', 's', 'n'] as const

/** The parts of a sample in any of its languages. The browser colours with it what a reader edits, so it is small, not exact. */
export const coloured = (program: string): ColouredText[] => {
  const parts: ColouredText[] = []
  let end = 0
  for (const { 0: text, index, groups } of program.matchAll(pattern)) {
    const colour = colours.find((name) => groups?.[name] !== undefined)
    if (colour === undefined) continue
    if (index > end) parts.push({ text: program.slice(end, index) })
    parts.push({ text, colour })
    end = index + text.length
  }
  return [...parts, { text: program.slice(end) }]
}
