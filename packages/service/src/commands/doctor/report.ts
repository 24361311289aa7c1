import { formatCount } from '@model-tasks/validation/count'
import { printable } from '@model-tasks/validation/printable'

/** What was found about one thing. `next`: what to do about it; there is always something when it is not `ok`. */
export type Finding =
  | { level: 'ok'; about: string; found: string }
  | { level: 'warning' | 'error'; about: string; found: string; next: string }

/** Nothing wrong: 0; something that stops the service or loses data: 1; only what should be looked at: 2. */
export function exitCode(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ level }) => level === 'error')) return 1
  return findings.some(({ level }) => level === 'warning') ? 2 : 0
}

const words = { ok: 'ok', warning: 'warning', error: 'ERROR' } as const

/** Findings as lines of text. */
export function reportLines(findings: readonly Finding[]): string[] {
  const lines = findings.flatMap((finding) => [
    `${words[finding.level].padEnd(8)}${finding.about}: ${finding.found}`,
    ...(finding.level === 'ok' ? [] : [`        next: ${finding.next}`]),
  ])
  const count = (level: Finding['level']): number => findings.filter((finding) => finding.level === level).length
  return [
    ...lines.map(printable),
    `${formatCount(count('error'), 'error')}, ${formatCount(count('warning'), 'warning')}, ${count('ok')} ok`,
  ]
}

/** What is fine. */
export function ok(about: string, found: string): Finding {
  return { level: 'ok', about, found }
}

/** What should be looked at. */
export function warning(about: string, found: string, next: string): Finding {
  return { level: 'warning', about, found, next }
}

/** What stops the service, or loses data. */
export function error(about: string, found: string, next: string): Finding {
  return { level: 'error', about, found, next }
}
