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

/** The score of an area in percent, and a report that names what was not found. */
export function formatReport(name, verdicts) {
  const of = (...wanted) => verdicts.filter(({ verdict }) => wanted.includes(verdict))
  const found = of('killed', 'timeout').length
  const missed = of('survived', 'no test', 'open')
  const score = (100 * found) / Math.max(1, found + missed.length)
  const short = (code) => code.replace(/\s+/g, ' ').slice(0, 90)
  return {
    score,
    lines: [
      ...missed.map(
        ({ file, line, mutator, original, replacement, verdict }) =>
          `${verdict.padEnd(9)} ${file}:${line}  ${mutator}: ${short(original)}  ->  ${short(replacement)}`,
      ),
      `${name}: ${score.toFixed(1)} %: ${found} found (${of('timeout').length} by time), ${of('survived').length} survived, ${of('no test').length} reached by no test, ${of('open').length} undecided, ${of('static').length} at load and not counted`,
    ],
  }
}
