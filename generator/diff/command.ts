import { readFile, writeFile } from 'node:fs/promises'
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
  --changelog  write the changes into CHANGELOG.md as the section of the new version, dated today`

/** What the command may use beside its words. */
export interface DiffSurroundings {
  /** The repository, without a slash at its end: where revisions are looked up, and whose CHANGELOG.md is written. */
  root: string
  colour: boolean
  /** The day, such as `2027-01-31`: what is announced for it or earlier is in force. A new section of CHANGELOG.md has this date. */
  today: string
  /** Writes a text and a line end to standard output. */
  print: (text: string) => void
  /** The same for standard error. */
  complain: (text: string) => void
}

/** Runs `spec:diff` and answers its exit code: 1 when `--check` fails, 2 when it cannot do what was asked. */
export async function diffCommand(words: string[], surroundings: DiffSurroundings): Promise<number> {
  const parsed = read(words, surroundings)
  if (parsed === undefined) return 2
  try {
    return await compare(parsed, surroundings)
  } catch (error) {
    if (!(error instanceof UnreadableRevisionError)) throw error
    surroundings.complain(error.message)
    return 2
  }
}

async function compare(parsed: ReturnType<typeof parse>, surroundings: DiffSurroundings): Promise<number> {
  const { root, colour, today, print, complain } = surroundings
  const {
    values,
    positionals: [old = 'HEAD', now = root],
  } = parsed
  if (values.help === true) {
    print(usage)
    return 0
  }
  const [before, after] = [await catalogueOf(old, root), await catalogueOf(now, root)]
  const events = proveDiff(before, after, { checks: await loadChecks(), today })
  const step = neededStep(events)
  print(
    values.json === true
      ? JSON.stringify({ from: before.version, to: after.version, step: step ?? null, events }, null, 2)
      : formatEvents(before, after, events, { colour }),
  )
  if (values.changelog === true && events.length > 0) {
    const path = `${root}/CHANGELOG.md`
    const earlier = await readFile(path, 'utf8').catch(() => '# Changelog\n')
    await writeFile(path, withSection(earlier, changelogSection(after, events, today)))
  }
  if (values.check !== true || step === undefined || isEnough(before.version, after.version, step)) return 0
  complain(`The version is not far enough. ${verdict(before, after, events)}`)
  return 1
}

function read(words: string[], { complain }: DiffSurroundings): ReturnType<typeof parse> | undefined {
  try {
    const parsed = parse(words)
    const given = parsed.positionals.length
    if (given <= 2) return parsed
    complain(`expected at most two states of spec/, got ${given}\n\n${usage}`)
    return undefined
  } catch (error) {
    complain(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
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
