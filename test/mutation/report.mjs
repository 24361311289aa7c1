import { interval } from './sample.mjs'

/** What became of each mutant. `static`: reached only while its file is loaded, so that no test can be asked; these do not count. */
export function judge(mutants, { perTest, outside }, { found, passed, broken }) {
  const reaching = new Map()
  for (const [test, reached] of Object.entries(perTest))
    for (const id of Object.keys(reached)) reaching.set(id, [...(reaching.get(id) ?? []), test])
  return mutants.map((mutant) => {
    const tests = reaching.get(mutant.id)
    const asked = tests?.every((test) => broken.has(test) || passed.has(`${mutant.id} ${test}`))
    const verdict =
      found.get(mutant.id) ?? (tests ? (asked ? 'survived' : 'open') : mutant.id in outside ? 'static' : 'no test')
    return { ...mutant, verdict }
  })
}

/**
 * The score of an area in percent, between which scores that of all its mutants lies where these are a sample of `all`, what it is
 * made of, and a line for each mutant that was not found.
 */
export function reportOf(name, verdicts, all) {
  const of = (...wanted) => verdicts.filter(({ verdict }) => wanted.includes(verdict))
  const found = of('killed', 'timeout').length
  const missed = of('survived', 'no test', 'open')
  const total = found + missed.length
  const short = (code) => code.replace(/\s+/g, ' ').slice(0, 90)
  return {
    name,
    found,
    total,
    all,
    score: (100 * found) / Math.max(1, total),
    between: interval(found, total, all),
    byTime: of('timeout').length,
    missed: missed.map(
      ({ file, line, mutator, original, replacement, verdict }) =>
        `${verdict.padEnd(9)} ${file}:${line}  ${mutator}: ${short(original)}  ->  ${short(replacement)}`,
    ),
  }
}

/** The score, and that of all mutants where it is one of a sample. */
export function formatScore({ score, between, total, all }) {
  const whole = `${score.toFixed(1)} %`
  if (!between) return whole
  return `${whole} of a sample of ${total}; of all ${all} between ${between.map((end) => Math.round(end)).join(' and ')} %`
}

/** One line per area. `of all`: between which scores that of all mutants lies, with a confidence of 95 %, where these are a sample. `by time`: those found of which a test did not end. `at load`: not counted, since no test can be asked about them. `left out`: tests that are too slow, or fail without any mutant. */
export function formatTable(reports) {
  const rows = [
    ['area', 'found', 'score', 'of all', 'by time', 'at load', 'left out', 'minutes', 'not found'],
    ...reports.map(({ name, found, total, all, score, between, byTime, atLoad, leftOut, minutes, path }) => [
      name,
      `${found} of ${total}`,
      `${score.toFixed(1)} %`,
      between ? `${all}: ${between.map((end) => Math.round(end)).join('-')} %` : String(all),
      ...[byTime, atLoad, leftOut, minutes.toFixed(1), path].map(String),
    ]),
  ]
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (row) =>
    row
      .map((cell, column) =>
        column === 0 || column === row.length - 1 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  ')
      .trimEnd()
  return rows.map(line).join('\n')
}
