import { openFile } from '#disk'
import type { JsonValue, ModelId } from '@model-tasks/spec'
import { loaders } from '@model-tasks/spec/facts'
import type { Finding } from '@model-tasks/validation'
import { isFile, type MediaFile } from './media-file.js'
import { mediaTypeOf } from './media-type.js'

const source = 'Media input value conventions'

/** A media item of a request that is a file. */
export interface RequestFile {
  readonly parameter: string
  readonly index: number
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
  const known = Object.hasOwn(loaders, model) ? (await loaders[model as ModelId]()).facts.parameters : {}
  const files: RequestFile[] = []
  const misplaced: Finding[] = []
  const visit = (value: unknown, path: readonly string[]): void => {
    if (!isFile(value)) {
      if (typeof value === 'object' && value !== null)
        for (const [key, child] of Object.entries(value)) visit(child, [...path, key])
      return
    }
    const [parameter = '', item, ...deeper] = path
    const { media, accepts = [] } = known[parameter] ?? {}
    const name = nameOf(value)
    const place = { parameter, index: Number(item), name }
    const ways = (['asset', 'data'] as const).filter((way) => accepts.includes(way))
    const type = value.type || mediaTypeOf(name, media ?? 'application')
    const listed = Number.isInteger(place.index) && deeper.length === 0
    if (listed && ways.length > 0) files.push({ ...place, type, accepts: ways, ...contentOf(value, type) })
    else if (listed && media !== undefined)
      misplaced.push(
        fileFinding(
          place,
          'media-local',
          `is a local file, and ${model} accepts only http(s) URLs here; publish the file and give its URL`,
        ),
      )
    else {
      const allowed = Object.entries(known).flatMap(([name_, { accepts: ways_ = [] }]) =>
        ways_.some((way) => way !== 'url') ? name_ : [],
      )
      misplaced.push({
        rule: 'media-local',
        severity: 'error',
        path: pointerTo(path),
        parameter,
        message: `${path.join('.')}: ${name} is a file; ${allowed.length > 0 ? `files can be items of the lists ${allowed.join(', ')}` : `it is not known that ${model} accepts files`}`,
        source,
      })
    }
  }
  visit(params, [])
  return { files, misplaced }
}

/** The parameters, as JSON, with references in place of the files. */
export function withReferences(
  params: Readonly<Record<string, JsonValue>>,
  files: readonly RequestFile[],
  reference: (file: RequestFile) => string,
): Record<string, JsonValue> {
  const replaced: Record<string, JsonValue> = { ...params }
  for (const file of files) {
    const items = replaced[file.parameter]
    if (Array.isArray(items))
      replaced[file.parameter] = items.map((item, index) => (index === file.index ? reference(file) : item))
  }
  return replaced
}

/** A reference of the form that a file will have, for checks before it is sent. */
export function placeholder({ accepts: [way], type }: RequestFile): string {
  return way === 'asset' ? 'assetId://uploaded-later' : `data:${type};base64,AA==`
}

/** A finding about one file of a request. */
export function fileFinding(
  { parameter, index, name }: Pick<RequestFile, 'parameter' | 'index' | 'name'>,
  rule: string,
  text: string,
): Finding {
  const message = `${parameter}[${index}]: ${name} ${text}`
  return { rule, severity: 'error', path: `/${parameter}/${index}`, parameter, message, source }
}

/** A JSON pointer. */
function pointerTo(path: readonly string[]): string {
  return path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
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
