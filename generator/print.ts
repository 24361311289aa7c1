import type { Diagnostic } from './diagnostic.js'
import type { EmitterRun } from './generate.js'

/** A diagnostic as a person reads it: place, what is wrong, the text that is, and what to do. */
export function formatDiagnostic(diagnostic: Diagnostic, folder: string): string {
  const { code, severity, file, line, column, pointer, text, message, hint } = diagnostic
  const quoted = text === '' ? '' : `\n    ${text}`
  return `${folder}/${file}:${line}:${column} ${severity} ${code} ${message}${quoted}\n    at #${pointer}\n    ${hint}`
}

/** One line on a run. */
export function formatSummary(counts: { models: number; files: number; changed: number; milliseconds: number }): string {
  const { models, files, changed, milliseconds } = counts
  return `${models} models, ${files} files, ${changed === 0 ? 'none' : changed} changed, ${Math.round(milliseconds)} ms`
}

/** How long each emitter took, a line each. */
export function formatRuns(runs: readonly EmitterRun[]): string {
  return runs.map(({ name, files, milliseconds }) => `  ${name.padEnd(12)}${String(files).padStart(6)} files${milliseconds.toFixed(0).padStart(7)} ms`).join('\n')
}
