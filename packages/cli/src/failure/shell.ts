/** A word as a shell reads it back. One with control characters is written as bash and zsh read it, without them. */
export function quoted(word: string): string {
  if (/\p{Cc}/u.test(word)) return `$'${word.replace(/['\\]|\p{Cc}/gu, escaped)}'`
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

function escaped(character: string): string {
  return /\p{Cc}/u.test(character) ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : `\\${character}`
}
