/**
 * `npm run bench -- site [rounds] [contestant]… [--minutes=20]`: a model's page of ours and the same document in the peers, in turn, each
 * load in a browser of its own, cold. Prints the median of each figure and the ratio to Redoc: over loopback, where a page
 * that is nearly empty takes a third of our time, and on a phone as Lighthouse imagines one, where the work a page makes is
 * what counts. Each measurement is a line of its own as soon as it is there; stopped with Ctrl-C, the tables of what has
 * been measured are printed. Named contestants run alone, beside ours and Redoc; `ours` runs with no other.
 * After two fifths of the minutes the cold loads, and after nine tenths those on a phone, repeat nothing any more and end
 * with the round under way, so that a busy machine gives fewer runs and not a race without an end.
 */
import { readSource, renderSite } from '@model-tasks/site'
import { watchOthers } from './machine.mjs'
import { judgePage, measureLoad, phone } from './measure.mjs'
import { loadPeers } from './peers.mjs'
import { medianOf, race } from './race.mjs'
import { serveFiles } from './serve.mjs'
import { buildStarlight } from './starlight.mjs'
import { buildVitepress } from './vitepress.mjs'

const begun = performance.now()
const options = process.argv.slice(2).filter((word) => word.startsWith('--'))
const [given = '3', ...named] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const rounds = Number(given)
const [, minutes = '20'] = /^--minutes=(\d+(?:\.\d+)?)$/.exec(options[0] ?? '--minutes=20') ?? []
if (!(rounds >= 1) || options.length > 1 || (options.length === 1 && !/^--minutes=\d/.test(options[0]))) {
  console.error('Usage: npm run bench -- site [rounds] [contestant]… [--minutes=20]')
  process.exit(2)
}
/** Whether a share of the minutes has passed. */
const isPast = (share) => performance.now() - begun > share * Number(minutes) * 60_000
const alone = named.length === 1 && named[0] === 'ours'
const wanted = (name) =>
  !alone && (named.length === 0 || ['redoc', ...named].some((part) => name.toLowerCase().includes(part.toLowerCase())))

const source = await readSource()
const started = performance.now()
const files = await renderSite(source)
console.log(`The whole site, ${files.length} files, built in ${((performance.now() - started) / 1000).toFixed(2)} s\n`)

/** A peer that cannot be built here is left out, with the reason; the others run. */
const built = (name, build) => {
  if (!name.split(' ').some(wanted)) return []
  console.log(`Fetching and building ${name}`)
  try {
    return [build()].flat()
  } catch (error) {
    console.log(`${name} cannot be built here: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return []
  }
}
const peers = [
  ...built('redoc scalar swagger elements', loadPeers).filter(({ name }) => wanted(name)),
  ...built('starlight', buildStarlight),
  ...built('vitepress', buildVitepress),
]
const ours = {
  name: 'ours',
  path: '/ours/models/sd_2.0_discount/',
  pathOf: (id) => `/ours/models/${id}/`,
}
const all = new Map(files.map(({ path, content }) => [`/ours/${path}`, Buffer.from(content)]))
for (const peer of peers) {
  if (peer.html !== undefined) all.set(`${peer.path.split('#')[0]}index.html`, Buffer.from(peer.html))
  for (const [path, content] of peer.files) all.set(path, content)
}
all.set('/openapi.json', Buffer.from(JSON.stringify(source.openapi)))
const served = await serveFiles(all)
const contestants = [ours, ...peers]

const shown = (number, digits = 0) => (Number.isNaN(number) ? 'never' : number.toFixed(digits))
const milliseconds = (number) => (Number.isNaN(number) ? 'never' : `${number.toFixed(0)} ms`)
const ratio = (number, other) => (Number.isNaN(number) || Number.isNaN(other) ? '–' : (number / other).toFixed(2))
const isRedoc = ({ name }) => name.startsWith('Redoc')

// Alone there is nothing to compare with: a run that other work disturbed is not repeated.
const undisturbed = () => Promise.resolve(() => Promise.resolve(0))

/** What has been measured so far: a table that is stopped half-way shows what there is. */
const soFar = { cold: [], phone: [] }
const judged = new Map()

const noteOf = ({ contestant, round, fault, figures, others }) => {
  const what =
    fault ??
    `first paint ${milliseconds(figures.fcp)}, table ${milliseconds(figures.table)}${others > 0.25 ? ', disturbed' : ''}`
  return `  ${round + 1} of ${rounds}  ${contestant.name}: ${what}`
}
const runRace = (key, { slowed, share, print }) =>
  race(contestants, {
    rounds,
    isLate: () => isPast(share),
    onRound: print,
    watchOthers: alone ? undisturbed : watchOthers,
    measure: (contestant) => measureLoad(served, contestant, slowed),
    onRun: (results, last) => {
      soFar[key] = results
      console.log(noteOf(last))
    },
  })

/** What went wrong, beside the table: a figure of disturbed runs is worth less. */
const printTrouble = (results) => {
  for (const { name, runs, faults, disturbed } of results) {
    if (disturbed > 0) console.log(`\n${name}: other work disturbed ${disturbed} of ${runs.length} runs`)
    if (faults.length > 0)
      console.log(`\n${name}: ${faults.length} measurements failed: ${[...new Set(faults)].join('; ')}`)
  }
}

/** In a race that was stopped, some have not had their turn. */
const isMeasured = ({ runs, faults }) => runs.length + faults.length > 0

const redocsOwn = (results, key) => {
  const redoc = results.find(isRedoc)
  return redoc === undefined ? Number.NaN : medianOf(redoc.runs, key)
}

const printCold = (results) => {
  console.log(
    `\nMedians of the cold loads so far, at most ${rounds}, over loopback, gzip; ratios to Redoc in brackets\n`,
  )
  console.log(
    '| | gz KB | requests | other hosts | FCP ms | table visible ms | heap MB | axe WCAG rules | axe best practice | models readable without script |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const { name, runs } of results.filter(isMeasured)) {
    const of = (key) => medianOf(runs, key)
    const besideRedoc = (key) => `${shown(of(key))} (${ratio(of(key), redocsOwn(results, key))})`
    const { wcag = '–', best = '–', readable = '–' } = judged.get(name) ?? {}
    console.log(
      `| ${name} | ${shown(of('kb'), 1)} | ${shown(of('requests'))} | ${shown(of('foreign'))} | ${besideRedoc('fcp')} | ${besideRedoc('table')} | ${shown(of('heap'), 1)} | ${wcag} | ${best} | ${readable} of 19 |`,
    )
  }
  printTrouble(results)
}

const printPhone = (results) => {
  console.log('\nOn a phone: processor four times slower, 1.6 Mbit/s, 150 ms a round trip\n')
  console.log('| | FCP ms | table visible ms |')
  console.log('|---|---|---|')
  for (const { name, runs } of results.filter(isMeasured)) {
    const cells = ['fcp', 'table'].map((key) => {
      const own = medianOf(runs, key)
      return `${shown(own)} (${ratio(own, redocsOwn(results, key))})`
    })
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
  printTrouble(results)
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    console.log(`\nStopped by ${signal}. What has been measured:`)
    if (soFar.cold.length > 0) printCold(soFar.cold)
    if (soFar.phone.length > 0) printPhone(soFar.phone)
    process.exit(signal === 'SIGINT' ? 130 : 143)
  })

console.log(`\n${contestants.length} contestants, ${rounds} cold loads each over loopback`)
const cold = await runRace('cold', { share: 0.4, print: printCold })
for (const contestant of contestants) {
  const verdict = await judgePage(served, contestant, source.catalogue.models).catch((error) => ({
    fault: String(error),
  }))
  judged.set(contestant.name, verdict)
  console.log(`  axe  ${contestant.name}: ${verdict.fault ?? `${verdict.wcag + verdict.best} rules broken`}`)
}
printCold(cold)

console.log(`\n${rounds} loads each on a phone`)
await runRace('phone', { slowed: phone, share: 0.9, print: printPhone })

const reading = files
  .filter(({ path }) => path === 'models/sd_2.0_discount/index.html' || /^assets\/site\.\w+\.js$/.test(path))
  .reduce((sum, { path }) => sum + served.sizeOf(`/ours/${path}`), 0)
console.log(
  `\nours without its playground: ${shown(reading / 1000, 1)} KB; targets: 17 KB, 35 KB with it, 3 requests, table 0.12 x Redoc, FCP at most that of the fastest and 0.2 x Redoc on the phone, heap 2 MB, axe 0`,
)
served.stop()
const { wcag, best } = judged.get('ours')
process.exit(wcag === 0 && best === 0 ? 0 : 1)
