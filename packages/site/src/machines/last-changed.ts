import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** What pages are made of, from the root of the repository. */
const sources = ['packages/site/content', 'packages/site/src/pages', 'spec']

/**
 * The day on which each source of a page was changed last, `YYYY-MM-DD`, by its path from the root of the repository, as
 * its history says. Empty where there is none, as in an installed package.
 */
export const lastChanges = (): ReadonlyMap<string, string> => {
  try {
    const log = execFileSync('git', ['log', '--format=:%cs', '--name-only', '--', ...sources], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64e6,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const days = new Map<string, string>()
    for (const commit of log.split(/^:/m)) {
      const [day = '', ...paths] = commit.split('\n').filter((line) => line !== '')
      for (const path of paths) if (!days.has(path)) days.set(path, day)
    }
    return days
  } catch {
    return new Map()
  }
}

/** The newest day of the sources that a page names, each a file or a folder. */
export const lastChange = (madeFrom: readonly string[], days: ReadonlyMap<string, string>): string | undefined =>
  [...days]
    .filter(([path]) => madeFrom.some((source) => path === source || path.startsWith(`${source}/`)))
    .map(([, day]) => day)
    .toSorted()
    .at(-1)
