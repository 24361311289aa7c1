import model from 'virtual:model'
import type { ModelMedia, referenceFor } from '../files/main.js'
import { loadScript } from '../load-script.js'
import type { TakeFile } from './url-list.js'
import { words } from './words.js'

interface FilesModule {
  referenceFor: typeof referenceFor
}

const isFiles = (module: unknown): module is FilesModule =>
  typeof module === 'object' && module !== null && 'referenceFor' in module

const isMedia = (module: unknown): module is ModelMedia =>
  typeof module === 'object' && module !== null && 'places' in module

/** Takes files into the request, with scripts that are loaded for the first of them. */
export const fileTaker =
  (
    scripts: { files: string; limits: string },
    request: () => object,
    upload: (file: File) => Promise<string>,
  ): TakeFile =>
  async (file, parameter, references) => {
    const load = (script: string): Promise<unknown> =>
      loadScript(script).catch(() => {
        throw new Error(words.noScript)
      })
    const [files, media] = await Promise.all([load(scripts.files), load(scripts.limits)])
    if (!isFiles(files) || !isMedia(media)) throw new Error(words.noScript)
    const { accepts = [] } = model.parameters.find(({ name }) => name === parameter) ?? {}
    return await files.referenceFor(file, {
      model: model.id,
      parameter,
      accepts,
      references,
      media,
      request: request(),
      upload,
    })
  }
