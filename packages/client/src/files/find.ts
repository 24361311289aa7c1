import { openFile } from '#disk'
import type { JsonValue, ModelId } from '@model-tasks/spec'
import { fieldName, isAt, placeName, stepOf, stepsOf } from '@model-tasks/spec/measures/places'
import { loaders, type LimitedPlace } from '@model-tasks/spec/media'
import type { Finding } from '@model-tasks/validation'
import { isFile, type MediaFile } from './media-file.js'
import { mediaTypeOf } from './media-type.js'

const source = 'Media input value conventions'

/** A media item of a request that is a file. */
export interface RequestFile {
  /** JSON pointer to it in the parameters. */
  readonly path: string
  /** The name by which messages call it. */
  readonly name: string
  /** Which file it is: one that stands in a request twice is sent once. */
  readonly identity: unknown
  /** Its content, the same each time. Throws where it cannot be read. */
  readonly open: () => Promise<Blob>
  /** Its media type, such as `image/jpeg`. */
  readonly type: string
  /** The forms in which the parameter accepts it: in the asset library, or in the request as base64. */
  readonly accepts: readonly ('asset' | 'data')[]
}

/** The files of a request. */
export interface RequestFiles {
  readonly files: readonly RequestFile[]
  /** Files that cannot be brought to the service from where they stand. */
  readonly misplaced: readonly Finding[]
}

/** Finds the files of a request, and how each may get to the service. Nothing is read. */
export async function findFiles(model: string, params: object): Promise<RequestFiles> {
  const places = await mediaPlaces(model)
  const files: RequestFile[] = []
  const misplaced: Finding[] = []
  const visit = (value: unknown, path: string): void => {
    if (!isFile(value)) {
      if (typeof value === 'object' && value !== null)
        for (const [key, child] of Object.entries(value)) visit(child, `${path}/${stepOf(key)}`)
      return
    }
    const name = nameOf(value)
    const { media, accepts = [] } = places.find((place) => isAt(place.path, path)) ?? {}
    const ways = (['asset', 'data'] as const).filter((way) => accepts.includes(way))
    const type = value.type || mediaTypeOf(name, media ?? 'application')
    if (ways.length > 0) files.push({ path, name, type, accepts: ways, ...contentOf(value, type) })
    else if (media !== undefined)
      misplaced.push(
        fileFinding(
          { path, name },
          'media-local',
          `is a local file, and ${model} accepts only http(s) URLs here; publish the file and give its URL`,
        ),
      )
    else misplaced.push(fileFinding({ path, name }, 'media-local', `is a file; ${formatPlaces(model, places)}`))
  }
  visit(params, '')
  return { files, misplaced }
}

/** Where files can stand, in words. */
function formatPlaces(model: string, places: readonly LimitedPlace[]): string {
  const allowed = places.flatMap(({ path, accepts = [] }) => (accepts.some((form) => form !== 'url') ? path : []))
  if (allowed.length === 0) return `it is not known that ${model} accepts files`
  const lists = allowed.every((path) => /^\/[^/]+\/\*$/.test(path))
  const names = allowed.map((path) => (lists ? fieldName(path) : placeName(path).replaceAll('[*]', '[]')))
  return `files can be ${lists ? 'items of the lists ' : ''}${names.join(', ')}`
}

/** Where files can stand in a request for a model; in any list at top level, for one that the catalogue does not have. */
export async function mediaPlaces(model: string): Promise<readonly LimitedPlace[]> {
  return Object.hasOwn(loaders, model) ? (await loaders[model as ModelId]()).places : []
}

/** The parameters, as JSON, with references in place of the files. */
export function withReferences(
  params: Readonly<Record<string, JsonValue>>,
  files: readonly RequestFile[],
  reference: (file: RequestFile) => string,
): Record<string, JsonValue> {
  let replaced: JsonValue = { ...params }
  for (const file of files) replaced = replacedAt(replaced, stepsOf(file.path), reference(file))
  return replaced as Record<string, JsonValue>
}

/** A copy with another value at a place, sharing everything beside. */
function replacedAt(within: JsonValue, [step, ...rest]: readonly string[], value: string): JsonValue {
  if (step === undefined) return value
  if (Array.isArray(within))
    return within.map((item, index) => (index === Number(step) ? replacedAt(item, rest, value) : item))
  if (typeof within !== 'object' || within === null) return within
  return { ...within, [step]: replacedAt(within[step] ?? null, rest, value) }
}

/** A reference of the form that a file will have, for checks before it is sent. */
export function placeholder({ accepts: [way], type }: RequestFile): string {
  return way === 'asset' ? 'assetId://uploaded-later' : `data:${type};base64,AA==`
}

/** The parameter to which a JSON pointer leads, and the place in the list there; 0 where it is not in a list. */
export function partsOf(path: string): { parameter: string; index: number } {
  const steps = stepsOf(path)
  return { parameter: steps[0] ?? '', index: Number(steps.findLast((step, at) => at > 0 && /^\d+$/.test(step)) ?? 0) }
}

/** A finding about one file of a request. */
export function fileFinding({ path, name }: Pick<RequestFile, 'path' | 'name'>, rule: string, text: string): Finding {
  const { parameter } = partsOf(path)
  return { rule, severity: 'error', path, parameter, message: `${placeName(path)}: ${name} ${text}`, source }
}

function nameOf(item: Blob | MediaFile): string {
  if (!(item instanceof Blob)) return item.path
  return (
    ('name' in item && typeof item.name === 'string' && item.name) || `a ${item.type || 'file'} of ${item.size} bytes`
  )
}

function contentOf(item: Blob | MediaFile, type: string): Pick<RequestFile, 'identity' | 'open'> {
  if (item instanceof Blob) return { identity: item, open: () => Promise.resolve(item) }
  let opened: Promise<Blob> | undefined
  return { identity: item.path, open: () => (opened ??= openFile(item.path, type)) }
}
