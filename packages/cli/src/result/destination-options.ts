import { duration, flag, text } from '../definition/options.js'
import type { Session } from '../session.js'
import { prepareDestination, type Destination, type DestinationOptions } from './destination.js'

/** `--out` of commands with one result, and `--force`. */
export const outOptions = {
  out: text(
    'file',
    'store the result: a file, a folder/, a template with {id}, {model}, {ext}, or - for standard output',
    {
      short: 'o',
      values: 'file',
    },
  ),
  force: flag('replace an existing file'),
}

/** `--out` of commands with several results, and `--force`. */
export const outManyOptions = {
  out: text('place', 'store results in this folder/ or by this template with {id}, {model}, {ext}', {
    short: 'o',
    values: 'file',
  }),
  force: flag('replace existing files'),
}

/** `--timeout` of commands that wait. */
export const timeoutOption = {
  timeout: duration('stop waiting after this long, such as 90s or 5m; an accepted task continues'),
}

/** The destination that `--out` names, probed; undefined without `--out`. Records it for the report of a failure. */
export async function destinationOf(
  session: Session,
  { out, force }: { out: string | undefined; force: boolean },
  known: Pick<DestinationOptions, 'count' | 'models' | 'isOwn'> = {},
): Promise<Destination | undefined> {
  if (out === undefined) return undefined
  session.context.out = out
  session.context.force = force
  return prepareDestination(out, {
    ...known,
    force,
    terminal: session.terminal.interactive,
    json: session.globals.json === true,
  })
}
