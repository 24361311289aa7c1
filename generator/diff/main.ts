import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadChecks } from '../load/checks.js'
import { changelogSection, withSection } from './changelog.js'
import { formatEvents, verdict } from './format.js'
import { proveDiff } from './index.js'
import { catalogueOf, UnreadableRevisionError } from './revision.js'
import { isEnough, neededStep } from './version.js'

const usage = `npm run spec:diff -- [<old> [<new>]] [--json] [--check] [--changelog]

Says what changed between two states of spec/, and the version it needs.
<old> and <new> are folders or git revisions; HEAD and this working tree when left out.

  --json       the events as JSON
  --check      fail (1) when spec/version.json is not far enough from that of <old>
  --changelog  write the changes into CHANGELOG.md as the section of the new version`

const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/[/\\]$/, '')

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof UnreadableRevisionError)) throw error
  console.error(error.message)
  return 2
})

async function main(words: string[]): Promise<number> {
  const parsed = read(words)
  if (parsed === undefined) return 2
  const {
    values,
    positionals: [old = 'HEAD', now = root],
  } = parsed
  if (values.help === true) {
    console.log(usage)
    return 0
  }
  const [before, after] = [await catalogueOf(old, root), await catalogueOf(now, root)]
  const events = proveDiff(before, after, await loadChecks())
  const step = neededStep(events)
  if (values.json === true)
    console.log(JSON.stringify({ from: before.version, to: after.version, step: step ?? null, events }, null, 2))
  else
    console.log(
      formatEvents(before, after, events, { colour: process.stdout.isTTY && process.env.NO_COLOR === undefined }),
    )
  if (values.changelog === true && events.length > 0) {
    const path = `${root}/CHANGELOG.md`
    await writeFile(
      path,
      withSection(await readFile(path, 'utf8').catch(() => '# Changelog\n'), changelogSection(after, events)),
    )
  }
  if (values.check !== true || step === undefined || isEnough(before.version, after.version, step)) return 0
  console.error(`The version is not far enough. ${verdict(before, after, events)}`)
  return 1
}

function read(words: string[]): ReturnType<typeof parse> | undefined {
  try {
    return parse(words)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    return undefined
  }
}

function parse(words: string[]) {
  return parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      check: { type: 'boolean' },
      changelog: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
}
