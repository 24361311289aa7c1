import type { Preflight } from '@model-tasks/client/media'
import type { JsonValue } from '@model-tasks/spec'
import type { Model } from '@model-tasks/spec/catalogue'
import { anyName, placeName, stepsOf, valuesAt } from '@model-tasks/spec/measures/places'
import { defineCommand } from '../definition/command.js'
import { Problem } from '../failure/problem.js'
import { requireModel } from '../models/catalogue.js'
import { mediaKindOf } from '../models/media-kind.js'
import { formatFindings } from '../request/findings.js'
import { printJson, type Session } from '../session.js'
import { megabytes } from '../terminal/progress.js'
import { printable } from '@model-tasks/validation/printable'
import { table } from '../terminal/table.js'

/** Check files and URLs against a model's media limits, before they are published or sent. */
export const mediaCheck = defineCommand({
  name: 'media check',
  group: 'Media',
  summary: 'check files and URLs against the media limits of a model',
  description:
    'Reads files and URLs, no more of them than is needed to know what they are, and checks them against the media limits of a model. Nothing is sent to the service.',
  arguments: [
    { name: 'model', description: 'a Model ID', values: 'model' },
    {
      name: 'file',
      description: 'a file or URL, or parameter=file where the model has several parameters of that kind',
      many: true,
      values: 'file',
    },
  ],
  options: {},
  examples: [
    { command: 'media check sd_2.0_discount cat.jpg', does: 'check an image' },
    {
      command: 'media check sd_2.0_discount first_image=cat.jpg reference_videos=clip.mp4',
      does: 'name the parameters',
    },
  ],
  online: false,
  async run(session, { args: [id = '', ...words] }) {
    const model = requireModel(id)
    const input = assign(model, words)
    const { preflight } = await import('@model-tasks/client/media')
    const found = await preflight(model.id, input, { signal: session.signal })
    if (!found.ok || found.unread.length > 0) session.exit = 'invalid'
    if (session.globals.json === true) printJson(session, { ...found, files: input })
    else print(session, found, input)
  },
})

/** Gives each file to a place: the one it names, or the first of the model that takes its kind. */
function assign({ id, places: all }: Model, words: readonly string[]): Record<string, JsonValue> {
  const places = all.flatMap(({ path, media }) => (media === undefined ? [] : { path, media, name: nameOf(path) }))
  if (places.length === 0) throw new Problem(`${id} takes no media`, 'usage', [['models', 'show', id]])
  const input: Record<string, JsonValue> = {}
  const counts = new Map<string, number>()
  for (const word of words) {
    const [named] = places.flatMap((place) => {
      const given = namedFile(place.name, word)
      return given === undefined ? [] : [{ place, ...given }]
    })
    const { file, members } = named ?? { file: word, members: [] }
    const place = named?.place ?? places.find(({ media }) => media === mediaKindOf(file))
    if (place === undefined) {
      throw new Problem(
        `which parameter is ${JSON.stringify(word)} for? Write parameter=file with ${places.map(({ name }) => name).join(', ')}`,
        'usage',
      )
    }
    const count = counts.get(place.path) ?? 0
    counts.set(place.path, count + 1)
    // A member that was not named is named by its file.
    const names = [...members]
    const steps = stepsOf(place.path).map((step) => (step === anyName ? (names.shift() ?? file) : step))
    put(input, steps, count, file)
  }
  return input
}

/** What a word such as `first_image=a.png` or `faces.anna=a.png` gives to a place, and the names of the members there. */
function namedFile(name: string, word: string): { file: string; members: string[] } | undefined {
  const form = name
    .split(anyName)
    .map((part) => part.replaceAll(/[.-]/g, '\\$&'))
    .join('([^=*]+?)')
  const found = new RegExp(`^${form}=(.*)$`, 's').exec(word)?.slice(1)
  const file = found?.pop()
  return found === undefined || file === undefined ? undefined : { file, members: found }
}

/** A place as a word of the command names it: `first_image`, `shots.image`, `faces.{name}`. */
function nameOf(path: string): string {
  return stepsOf(path)
    .filter((step) => step !== '*')
    .join('.')
}

/** Puts a file at a place, each further one of a list at the next item; where there is no list, in place of the one before. */
function put(
  within: Record<string, JsonValue>,
  [step = '', next, ...rest]: string[],
  index: number,
  file: string,
): void {
  if (next === undefined) within[step] = file
  else if (next === '*') {
    const list = Array.isArray(within[step]) ? within[step] : (within[step] = [])
    if (rest.length === 0) list[index] = file
    else {
      const item = (list[index] ?? {}) as Record<string, JsonValue>
      list[index] = item
      put(item, rest, 0, file)
    }
  } else {
    const inner = (within[step] ??= {}) as Record<string, JsonValue>
    put(inner, [next, ...rest], index, file)
  }
}

function fileAt(input: Record<string, JsonValue>, path: string): string {
  const [found] = valuesAt([{ path }], input)
  return typeof found?.value === 'string' ? found.value : ''
}

function print(
  { terminal }: Session,
  { probes, unread, findings, ok }: Preflight,
  input: Record<string, JsonValue>,
): void {
  const paint = terminal.paint.out
  const rows = probes.map(({ path = '', format, bytes, width, height, seconds, framesPerSecond }) => [
    printable(fileAt(input, path)),
    placeName(path),
    format ?? '',
    bytes === undefined ? '' : megabytes(bytes),
    width === undefined || height === undefined ? '' : `${width}x${height}`,
    seconds === undefined ? '' : `${Math.round(seconds * 100) / 100} s`,
    framesPerSecond === undefined ? '' : `${framesPerSecond} fps`,
  ])
  if (rows.length > 0) terminal.out(table(rows, terminal.columns, { whole: [1] }))
  for (const { path, reason } of unread)
    terminal.err(
      `${terminal.paint.err.bad('error ')}  ${placeName(path)}: ${printable(fileAt(input, path))} could not be read: ${printable(reason)}\n`,
    )
  terminal.err(formatFindings(terminal, findings))
  if (ok && unread.length === 0)
    terminal.out(
      `${paint.good('fit')}     ${probes.length === 1 ? 'the file is' : `all ${probes.length} files are`} within the limits\n`,
    )
}
