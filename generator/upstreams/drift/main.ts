import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCatalogue } from '../../read/catalogue.js'
import { repository } from '../../load/place.js'
import { loadSpec } from '../../load/spec.js'
import { wellFormed } from '../check/facts.js'
import { filesIn, jsonIn, UnreadablePathError } from './files.js'
import { missingResults } from './missing-results.js'
import { movedPlaces } from './moved-places.js'
import { changedLists, enumerationsIn, rowsConcerned } from './packages.js'
import { speechlessErrors, unreadablePlaces } from './unreadable-places.js'
import { isRecording, proposalsFrom, statusesIn, type Recording } from './recordings.js'

const usage = `Usage:
  npm run spec:drift -- <recordings>...          what recorded shapes of answers settle
  npm run spec:drift -- --package <old> <new>    what changed between two folders of a vendor's package`

const root = fileURLToPath(repository)
try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UnreadablePathError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function main(words: readonly string[]): Promise<void> {
  if (words[0] === '--package' && words.length === 3) return comparePackages(words[1] ?? '', words[2] ?? '')
  if (words.length > 0 && words[0]?.startsWith('-') === false) return readRecordings(words)
  console.error(usage)
  process.exitCode = 2
}

async function readRecordings(paths: readonly string[]): Promise<void> {
  const recordings: Recording[] = []
  for (const path of (await Promise.all(paths.map(filesIn))).flat().filter((name) => name.endsWith('.json'))) {
    const content = await jsonIn(path)
    const listed: unknown[] = Array.isArray(content) ? content : [content]
    recordings.push(...listed.filter(isRecording))
    const others = listed.filter((one) => !isRecording(one)).length
    if (others > 0) console.error(`${path}: ${others} entries are not recordings and are left out`)
  }
  console.log(`${recordings.length} recording${recordings.length === 1 ? '' : 's'}`)
  for (const line of statusesIn(recordings)) console.log(`  ${line}`)
  const spec = await loadSpec(join(root, 'spec'))
  const files = wellFormed(spec)
  const proposals = [
    ...proposalsFrom(recordings, readCatalogue(spec)),
    ...movedPlaces(recordings, files),
    ...unreadablePlaces(recordings, files),
    ...missingResults(recordings, files),
    ...speechlessErrors(recordings, files),
  ]
  for (const { file, pointer, proposal, evidence } of proposals)
    console.log(`${file}#${pointer}\n  proposed: ${proposal}\n  evidence: ${evidence}`)
  if (proposals.length === 0)
    console.log('They settle no unknown of the Task, and mappings can read every place that they have.')
}

async function comparePackages(before: string, after: string): Promise<void> {
  const changes = changedLists(enumerationsIn(await sourcesIn(before)), enumerationsIn(await sourcesIn(after)))
  const files = wellFormed(await loadSpec(join(root, 'spec')))
  const name = await packageName(after)
  const users = files.filter(({ source }) =>
    Object.values(source.sources).some((from) => 'package' in from && from.package === name),
  )
  console.log(`${name}: ${changes.length} closed lists changed`)
  for (const change of changes) {
    console.log(
      `  ${change.name}: ${[...change.added.map((value) => `+${value}`), ...change.removed.map((value) => `-${value}`)].join(' ')}`,
    )
    for (const { path, source } of users)
      for (const pointer of rowsConcerned(source, change)) console.log(`    proposed: review spec/${path}#${pointer}`)
  }
}

async function packageName(folder: string): Promise<string> {
  const content = await jsonIn(join(folder, 'package.json'))
  return typeof content === 'object' && content !== null && 'name' in content ? String(content.name) : folder
}

async function sourcesIn(folder: string): Promise<string[]> {
  const files = (await filesIn(folder)).filter(
    (path) => /\.(d\.)?[mc]?[jt]s$/.test(path) && !path.slice(folder.length).includes('node_modules'),
  )
  return Promise.all(files.map((path) => readFile(path, 'utf8')))
}
