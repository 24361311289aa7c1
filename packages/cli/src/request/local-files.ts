import { stat } from 'node:fs/promises'
import { normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CustomParams } from '@model-tasks/client'
import type { JsonValue } from '@model-tasks/spec'
import type { Model } from '@model-tasks/spec/catalogue'
import { Problem } from '../failure/problem.js'

/** A body, and whether any of its items is a local file. */
export interface LocalBody {
  params: CustomParams
  hasFiles: boolean
}

/**
 * The body with a file in place of each word that names one in a media parameter; the client knows what to do with files.
 * Throws a Problem where a word can only be a path and there is no file.
 */
export async function withLocalFiles(
  model: Model | undefined,
  body: Readonly<Record<string, JsonValue>>,
): Promise<LocalBody> {
  const params: CustomParams = { ...body }
  let hasFiles = false
  for (const { kind, name } of model?.parameters ?? []) {
    const items = body[name]
    if (kind !== 'media' || !Array.isArray(items)) continue
    params[name] = await Promise.all(
      items.map(async (item) => {
        const path = typeof item === 'string' ? await localPath(item) : undefined
        if (path === undefined) return item
        hasFiles = true
        return (await import('@model-tasks/client')).file(path)
      }),
    )
  }
  return { params, hasFiles }
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
