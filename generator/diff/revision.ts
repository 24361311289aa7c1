import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readCatalogue } from '../read/catalogue.js'
import type { Catalogue } from '../catalogue.js'
import { checkSpec } from '../check/index.js'
import { loadSpec, parseSpecFile, type Spec } from '../load/spec.js'
import { formatDiagnostic } from '../print.js'

const run = promisify(execFile)

/** A revision that cannot be read; its message says what to give instead. */
export class UnreadableRevisionError extends Error {
  override readonly name = 'UnreadableRevisionError'
}

/**
 * The catalogue of a folder or of a git revision. A folder is a `spec/` or holds one; a revision is anything git knows,
 * in the repository of `repository`. Throws an UnreadableRevisionError for what is neither, or is not a specification.
 */
export async function catalogueOf(revision: string, repository: string): Promise<Catalogue> {
  const folder = await folderOf(revision)
  const spec = folder === undefined ? await specOfRevision(revision, repository) : await loadSpec(folder)
  if ([...spec.files.values()].some((file) => file.syntaxErrors.length > 0)) throw unreadable(revision, spec)
  try {
    return readCatalogue(spec)
  } catch (error) {
    // What an older generator took this one may refuse, so its diagnostics count only where nothing can be built.
    throw unreadable(revision, spec, error)
  }
}

function unreadable(revision: string, spec: Spec, error?: unknown): UnreadableRevisionError {
  const errors = checkSpec(spec).filter((diagnostic) => diagnostic.severity === 'error')
  const reasons =
    errors.length > 0
      ? errors.map((diagnostic) => formatDiagnostic(diagnostic, spec.directory))
      : [error instanceof Error ? error.message : String(error)]
  return new UnreadableRevisionError(
    [`${revision} holds no specification this version can read`, ...reasons].join('\n\n'),
  )
}

async function folderOf(path: string): Promise<string | undefined> {
  for (const candidate of [join(path, 'spec'), path]) {
    if (
      await stat(join(candidate, 'version.json')).then(
        () => true,
        () => false,
      )
    )
      return candidate
  }
  return undefined
}

async function specOfRevision(revision: string, repository: string): Promise<Spec> {
  const git = async (...parameters: string[]): Promise<string> =>
    (await run('git', ['-C', repository, ...parameters], { maxBuffer: 64 * 1024 * 1024 })).stdout
  const list = await git('ls-tree', '-r', '--name-only', '--end-of-options', revision, 'spec/').catch(() => '')
  const paths = list.split('\n').filter((path) => path.endsWith('.json'))
  if (paths.length === 0)
    throw new UnreadableRevisionError(
      `${revision} is neither a folder with a specification nor a git revision with spec/ in it`,
    )
  const files = await Promise.all(
    paths.map(async (path) => parseSpecFile(path.slice('spec/'.length), await git('show', `${revision}:${path}`))),
  )
  return { directory: `${revision}:spec`, files: new Map(files.map((file) => [file.path, file])) }
}
