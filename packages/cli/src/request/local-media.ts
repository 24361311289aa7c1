import { readFile, stat } from 'node:fs/promises'
import { extname, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonValue } from '@model-tasks/spec'
import type { MediaParameter, Model } from '@model-tasks/spec/catalogue'
import type { Finding } from '@model-tasks/validation'
import { Problem } from '../failure/problem.js'

/** A media item of a request that is a file on this machine. */
export interface LocalFile {
  parameter: string
  index: number
  path: string
  /** How it gets to the service: into its asset library, or into the request as base64. */
  way: 'upload' | 'inline'
  /** Its media type, such as `image/jpeg`. */
  type: string
}

/** The local files of a request, and what is wrong with them. */
export interface LocalMedia {
  files: LocalFile[]
  findings: Finding[]
}

type Body = Readonly<Record<string, JsonValue>>

/**
 * Finds the media items that are local files, checks them against the model's limits, and decides how each gets to the
 * service. A file that the parameter accepts in no form is a finding that says what to do. Nothing is sent.
 */
export async function findLocalMedia(model: Model | undefined, body: Body, signal: AbortSignal): Promise<LocalMedia> {
  const files: LocalFile[] = []
  const findings: Finding[] = []
  for (const parameter of model?.parameters ?? []) {
    const items = body[parameter.name]
    if (parameter.kind !== 'media' || !Array.isArray(items)) continue
    for (const [index, item] of items.entries()) {
      const path = typeof item === 'string' ? await localPath(item) : undefined
      if (path === undefined) continue
      const way = parameter.accepts.includes('asset')
        ? 'upload'
        : parameter.accepts.includes('data')
          ? 'inline'
          : undefined
      if (way === undefined) findings.push(notAccepted(model?.id ?? '', parameter, index, path))
      else files.push({ parameter: parameter.name, index, path, way, type: typeOf(path, parameter.media) })
    }
  }
  return { files, findings: [...findings, ...(await checkLimits(model?.id ?? '', files, signal))] }
}

/** The body with references in place of the local files, as `reference` gives them. */
export function withReferences(
  body: Body,
  files: readonly LocalFile[],
  reference: (file: LocalFile) => string,
): Record<string, JsonValue> {
  const replaced: Record<string, JsonValue> = { ...body }
  for (const file of files) {
    const items = replaced[file.parameter]
    if (Array.isArray(items)) replaced[file.parameter] = items.with(file.index, reference(file))
  }
  return replaced
}

/** A reference of the form a file will have, for checks before it is uploaded. */
export function placeholder({ way, type }: LocalFile): string {
  return way === 'upload' ? 'assetId://uploaded-later' : `data:${type};base64,AA==`
}

/** A file as a `data:` URI. */
export async function dataUri({ path, type }: LocalFile): Promise<string> {
  return `data:${type};base64,${(await readFile(path)).toString('base64')}`
}

/** The path that a media item names; undefined for a URL, an asset and a word that names no file. */
async function localPath(item: string): Promise<string | undefined> {
  if (/^(?!file:)[a-z][a-z0-9+.-]+:/i.test(item)) return undefined
  const meant = /^file:/i.test(item) || /^\.{0,2}[/\\]/.test(item)
  const path = /^file:\/\//i.test(item) ? fileURLToPath(item) : item.replace(/^file:/i, '')
  const found = await stat(path).catch((error: Error) => error)
  if (!(found instanceof Error) && found.isFile()) return normalize(path)
  if (!meant) return undefined
  throw new Problem(`cannot read ${path}: ${found instanceof Error ? found.message : 'it is not a file'}`, 'usage')
}

function notAccepted(model: string, { name, source }: MediaParameter, index: number, path: string): Finding {
  return {
    rule: 'media-local',
    severity: 'error',
    path: `/${name}/${index}`,
    parameter: name,
    message: `${name}[${index}]: ${path} is a local file, and ${model} accepts only http(s) URLs here; publish the file and give its URL`,
    received: path,
    source: `${source.section}, ${source.item ?? name}`,
  }
}

/** The model's media limits, applied to the files. A file whose facts cannot be read is a finding too. */
async function checkLimits(model: string, files: readonly LocalFile[], signal: AbortSignal): Promise<Finding[]> {
  if (files.length === 0) return []
  const { preflight } = await import('@model-tasks/client/media')
  const byParameter: Record<string, LocalFile[]> = {}
  for (const file of files) (byParameter[file.parameter] ??= []).push(file)
  const input = Object.fromEntries(
    Object.entries(byParameter).map(([name, group]) => [name, group.map(({ path }) => path)]),
  )
  const { findings, unread } = await preflight(model, input, { signal })
  const place = (parameter: string, index: number): number => byParameter[parameter]?.[index]?.index ?? index
  return [
    ...findings.map((finding) => moved(finding, place)),
    ...unread.map(({ parameter, index, reason }): Finding => ({
      rule: 'media-unreadable',
      severity: 'error',
      path: `/${parameter}/${place(parameter, index)}`,
      parameter,
      message: `${parameter}[${place(parameter, index)}]: ${byParameter[parameter]?.[index]?.path ?? ''} cannot be checked: ${reason}`,
      source: 'Media input value conventions',
    })),
  ]
}

/** A finding about the n-th local file, as one about the item of the request that the file is. */
function moved(finding: Finding, place: (parameter: string, index: number) => number): Finding {
  const [, parameter, index] = /^\/([^/]+)\/(\d+)$/.exec(finding.path) ?? []
  if (parameter === undefined || index === undefined) return finding
  const at = place(parameter, Number(index))
  return {
    ...finding,
    path: `/${parameter}/${at}`,
    message: finding.message.replace(`${parameter}[${index}]`, `${parameter}[${at}]`),
  }
}

const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  tif: 'image/tiff',
  mov: 'video/quicktime',
  m4v: 'video/mp4',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
}

/** The media type that a file's extension stands for. */
export function typeOf(path: string, media: MediaParameter['media']): string {
  const extension = extname(path).slice(1).toLowerCase()
  return (
    types[extension] ?? `${media}/${extension === '' ? { image: 'png', video: 'mp4', audio: 'wav' }[media] : extension}`
  )
}
