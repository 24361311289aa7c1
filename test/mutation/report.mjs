/** What became of each mutant. `static`: reached only while its file is loaded, so that no test can be asked; these do not count. */
export function judge({ mutants }, { perTest, outside }, { found, passed }) {
  const reaching = new Map()
  for (const [test, reached] of Object.entries(perTest))
    for (const id of Object.keys(reached)) reaching.set(id, [...(reaching.get(id) ?? []), test])
  return mutants.map((mutant) => {
    const tests = reaching.get(mutant.id)
    const asked = tests?.every((test) => passed.has(`${mutant.id} ${test}`))
    const verdict =
      found.get(mutant.id) ?? (tests ? (asked ? 'survived' : 'open') : mutant.id in outside ? 'static' : 'no test')
    return { ...mutant, verdict }
  })
}

/** The score of an area in percent, what it is made of, and a line for each mutant that was not found. */
export function reportOf(name, verdicts) {
  const of = (...wanted) => verdicts.filter(({ verdict }) => wanted.includes(verdict))
  const found = of('killed', 'timeout').length
  const missed = of('survived', 'no test', 'open')
  const total = found + missed.length
  const short = (code) => code.replace(/\s+/g, ' ').slice(0, 90)
  return {
    name,
    found,
    total,
    score: (100 * found) / Math.max(1, total),
    byTime: of('timeout').length,
    atLoad: of('static').length,
    missed: missed.map(
      ({ file, line, mutator, original, replacement, verdict }) =>
        `${verdict.padEnd(9)} ${file}:${line}  ${mutator}: ${short(original)}  ->  ${short(replacement)}`,
    ),
  }
}

/** One line per area. `by time`: those found of which a test did not end. `at load`: not counted, since no test can be asked about them. `left out`: tests that are too slow, or fail without any mutant. */
export function formatTable(reports) {
  const rows = [
    ['area', 'found', 'score', 'by time', 'at load', 'left out', 'minutes', 'not found'],
    ...reports.map(({ name, found, total, score, byTime, atLoad, leftOut, minutes, path }) =>
      [name, `${found} of ${total}`, `${score.toFixed(1)} %`, byTime, atLoad, leftOut, minutes.toFixed(1), path].map(
        String,
      ),
    ),
  ]
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (row) =>
    row
      .map((cell, column) =>
        column === 0 || column === 7 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  ')
      .trimEnd()
  return rows.map(line).join('\n')
}
