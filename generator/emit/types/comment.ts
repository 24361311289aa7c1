/** A doc comment before a declaration, indented. One line where the text is one. */
export function comment(text: string, indent = ''): string {
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1 && lines[0] !== undefined) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}
