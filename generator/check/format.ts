import type { Diagnostic } from '../diagnostic.js'

const red = '\u001b[31m'
const yellow = '\u001b[33m'
const dim = '\u001b[2m'
const plain = '\u001b[0m'

/** A diagnostic as a person reads it at a terminal: the place an editor can open, what is wrong, the text, what to do. */
export function formatDiagnostic(diagnostic: Diagnostic, options: { colour: boolean } = { colour: false }): string {
  const paint = (code: string, text: string): string => (options.colour ? `${code}${text}${plain}` : text)
  const { code, severity, file, line, column, pointer, text, message, hint } = diagnostic
  return [
    `spec/${file}:${line}:${column} ${paint(severity === 'error' ? red : yellow, severity)} ${code} ${message}`,
    ...(text === '' ? [] : [paint(dim, `  ${pointer === '' ? '/' : pointer}  ${text}`)]),
    `  ${hint}`,
  ].join('\n')
}

/** All diagnostics, and one line that counts them; an empty text when there are none. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], options: { colour: boolean } = { colour: false }): string {
  if (diagnostics.length === 0) return ''
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length
  const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`
  const warnings = diagnostics.length - errors
  const sum = [...(errors > 0 ? [count(errors, 'error')] : []), ...(warnings > 0 ? [count(warnings, 'warning')] : [])].join(', ')
  return [...diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, options)), `${sum} in spec/`].join('\n\n')
}
