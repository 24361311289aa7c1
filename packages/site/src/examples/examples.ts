import { fileNameOf } from '@model-tasks/spec/measures/file-name'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Model } from '@model-tasks/spec/catalogue'
import { exampleBody } from '../samples/example.js'
import type { RequestBody } from '../samples/request.js'

/** What a page shows of a model: files the sandbox rendered from the model's own example request. */
export interface Example {
  request: RequestBody
  width: number
  height: number
  /** WebP, for a video its first picture. */
  poster: Uint8Array
  /** MP4 of three seconds; absent for an image. */
  video?: Uint8Array
  /** JPEG of 1200 by 630 pixels, for where the page is shared. */
  card: Uint8Array
}

/** Where rendered examples are kept between builds. */
export const examplesFolder = (): string => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  return join(root, 'node_modules', '.cache', 'model-tasks-site', 'examples')
}

/** Changes with everything that changes how an example looks: raise it when the sandbox draws differently. */
const version = 2

const nameOf = (model: Model): string =>
  createHash('sha256')
    .update(JSON.stringify([version, model.kind, requestOf(model)]))
    .digest('hex')
    .slice(0, 16)

/** The example request, with a seed, so that the same request always gives the same picture. */
const requestOf = (model: Model): RequestBody => ({ ...exampleBody(model), seed: seedOf(model.id) })

const seedOf = (id: string): number => Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, 7), 16)

interface Meta {
  width: number
  height: number
}

const isMeta = (value: unknown): value is Meta =>
  typeof value === 'object' && value !== null && 'width' in value && 'height' in value

/** The examples that have been rendered, by Model ID. Models without one are left out. */
export const readExamples = async (models: Model[], folder = examplesFolder()): Promise<Map<string, Example>> => {
  const read = await Promise.all(
    models.map(async (model): Promise<[string, Example][]> => {
      const base = join(folder, nameOf(model))
      if (!existsSync(`${base}.json`)) return []
      const meta: unknown = JSON.parse(await readFile(`${base}.json`, 'utf8'))
      if (!isMeta(meta)) return []
      const [poster, card] = await Promise.all([readFile(`${base}.webp`), readFile(`${base}.jpg`)])
      const video = existsSync(`${base}.mp4`) ? await readFile(`${base}.mp4`) : undefined
      const { width, height } = meta
      const example = { request: requestOf(model), width, height, poster, card }
      return [[model.id, video === undefined ? example : { ...example, video }]]
    }),
  )
  return new Map(read.flat())
}

/** Renders the examples that are missing in `folder` with the sandbox, and says which. Needs the sandbox and its libraries. */
export const renderExamples = async (
  models: Model[],
  { folder = examplesFolder(), log = (_: string): void => undefined } = {},
): Promise<number> => {
  // What only sounds has no picture.
  const seen = models.filter(({ kind }) => kind !== 'audio')
  const missing = seen.filter((model) => !existsSync(join(folder, `${nameOf(model)}.json`)))
  if (missing.length === 0) return 0
  const [{ createRenderer }, { default: sharp }] = await Promise.all([import('@model-tasks/sandbox'), import('sharp')])
  await mkdir(folder, { recursive: true })
  const scratch = await mkdtemp(join(tmpdir(), 'site-examples-'))
  const renderer = createRenderer()
  try {
    for (const model of missing) {
      const base = join(folder, nameOf(model))
      const { model: _, ...parameters } = requestOf(model)
      const draw = (
        taskId: string,
        kind: 'video' | 'image',
        preview: { width: number; height?: number; seconds?: number },
      ) => renderer.render({ taskId, model: model.id, kind, parameters, preview }, { directory: scratch })
      const picture = await draw('poster', 'image', { width: 480 })
      await writeFile(`${base}.webp`, await sharp(picture.path).webp({ quality: 72 }).toBuffer())
      const card = await draw('card', 'image', { width: 1200, height: 630 })
      await writeFile(`${base}.jpg`, await sharp(card.path).jpeg({ quality: 74, mozjpeg: true }).toBuffer())
      if (model.kind === 'video') {
        const video = await draw('video', 'video', { width: 288, seconds: 3 })
        await writeFile(`${base}.mp4`, await readFile(video.path))
      }
      // Written last: without it the others do not count.
      await writeFile(`${base}.json`, JSON.stringify({ width: picture.width, height: picture.height }))
      log(model.id)
    }
  } finally {
    await renderer.close()
    await rm(scratch, { recursive: true, force: true })
  }
  return missing.length
}

export const examplePaths = (id: string): { poster: string; video: string; card: string } => ({
  poster: `media/${fileNameOf(id)}.webp`,
  video: `media/${fileNameOf(id)}.mp4`,
  card: `media/${fileNameOf(id)}.jpg`,
})
