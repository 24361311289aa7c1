import type { Diagnostic } from './diagnostic.js'
import type { EmitterRun } from './generate.js'

/** A diagnostic as a person reads it: place, what is wrong, the text that is, and what to do. */
export function formatDiagnostic(diagnostic: Diagnostic, folder: string): string {
  const { code, severity, file, line, column, pointer, text, message, hint } = diagnostic
  const quoted = text === '' ? '' : `\n    ${text}`
  return `${folder}/${file}:${line}:${column} ${severity} ${code} ${message}${quoted}\n    at #${pointer}\n    ${hint}`
}

/** How many errors and warnings there are, in words: `1 error and 2 warnings`. */
export function formatCount(diagnostics: readonly Diagnostic[]): string {
  const counts = (['error', 'warning'] as const).flatMap((severity) => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length
    return count === 0 ? [] : [numbered(count, severity)]
  })
  return counts.join(' and ')
}

/** One line on a run that wrote, or would write. */
export function formatSummary(counts: {
  models: number
  files: number
  changed: number
  warnings: number
  milliseconds: number
}): string {
  const { models, files, changed, warnings, milliseconds } = counts
  const warned = warnings === 0 ? '' : `, ${numbered(warnings, 'warning')}`
  return `${numbered(models, 'model')}, ${numbered(files, 'file')}, ${changed === 0 ? 'none' : changed} changed${warned}, ${Math.round(milliseconds)} ms`
}

function numbered(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

/** How long each emitter took, a line each. */
export function formatRuns(runs: readonly EmitterRun[]): string {
  return runs
    .map(
      ({ name, files, milliseconds }) =>
        `  ${name.padEnd(12)}${String(files).padStart(6)} files${milliseconds.toFixed(0).padStart(7)} ms`,
    )
    .join('\n')
}
