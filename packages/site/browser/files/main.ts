import { loaders, type LimitedPlace } from '@model-tasks/spec/media'
import { checkMedia, type Finding, type MediaProbe } from '@model-tasks/validation'
import { chinese } from '@model-tasks/validation/chinese'
import { inChinese } from '../in-chinese.js'
import { probe, type FileFacts } from './probe.js'
import { words } from './words.js'

/** Turns chosen files into references. Loaded with the first file. */

/** Where a model takes media, and the limits on it. */
export interface ModelMedia {
  places: readonly LimitedPlace[]
}

/** What became of a chosen file: a reference for the request, or why there is none. */
export type ChosenFile = { reference: string } | { problem: string }

/** What a file is chosen for. */
export interface Destination {
  model: string
  parameter: string
  /** What the parameter accepts. */
  accepts: readonly string[]
  /** References that the parameter has already. */
  references: string[]
  media: ModelMedia
  /** The request of the form as it is now, on which limits may depend. */
  request: object
  upload: (file: File) => Promise<string>
}

/** Facts of the files of this page, by the reference that stands for them in the request. */
const facts = new Map<string, FileFacts>()

const dataUri = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error(words.unreadable)))
    reader.readAsDataURL(file)
  })

/** What a parameter makes of a file: an asset, a data URI, or nothing where it accepts URLs alone. */
const wayOf = (accepts: readonly string[]): 'asset' | 'data' | undefined =>
  accepts.includes('asset') ? 'asset' : accepts.includes('data') ? 'data' : undefined

/** The findings of files, all of one model, in the language of the page. */
const check = async (model: string, media: ModelMedia, probes: MediaProbe[], request: object): Promise<Finding[]> => {
  Object.assign(loaders, { [model]: () => Promise.resolve(media) })
  return (await checkMedia(model, probes, { request, ...(inChinese ? { language: chinese } : {}) })).findings
}

/** The request once it has one more reference in a parameter: a condition may ask how many there are. */
const withFile = (request: object, parameter: string, { places }: ModelMedia): object => {
  const before: unknown = (request as Record<string, unknown>)[parameter]
  const isList = places.some(({ path }) => path === `/${parameter}/*`)
  return { ...request, [parameter]: isList ? [...(Array.isArray(before) ? (before as unknown[]) : []), ''] : '' }
}

/** A message without the place in front, which the name of the file stands for. */
const withoutPlace = (message: string): string => message.replace(/^[^:：]*(?:: |：)/, '')

/**
 * Turns a chosen file into a reference: checks it against the limits of the parameter, then uploads it as an asset or
 * inlines it, as the parameter accepts. Nothing is uploaded that breaks a limit.
 */
export const referenceFor = async (
  file: File,
  { model, parameter, accepts, references, media, request, upload }: Destination,
): Promise<ChosenFile> => {
  const way = wayOf(accepts)
  if (way === undefined) return { problem: words.urlsOnly }
  if (file.size === 0) return { problem: `${file.name}${words.colon}${words.empty}` }
  // What was dropped may be a folder, or gone by now.
  const known = await probe(file).catch(() => null)
  if (known === null) return { problem: `${file.name}${words.colon}${words.unreadable}` }
  if (known === undefined) return { problem: `${file.name}${words.colon}${words.unknownFormat}` }
  const probes = [
    ...references.flatMap((reference, index): MediaProbe[] => {
      const earlier = facts.get(reference)
      return earlier === undefined ? [] : [{ ...earlier, parameter, index }]
    }),
    { ...known, parameter, index: references.length },
  ]
  const findings = await check(model, media, probes, withFile(request, parameter, media))
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    return { problem: errors.map(({ message }) => `${file.name}${words.colon}${withoutPlace(message)}`).join(' ') }
  const reference = way === 'asset' ? await upload(file) : await dataUri(file)
  facts.set(reference, known)
  return { reference }
}
