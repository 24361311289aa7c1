import type { AskedModel } from '../../src/facts/priced-model.js'
import { answersTo, type AskedText } from './answers.js'
import type { readVendor } from './vendors.js'
import { chinese, english } from './words.js'

/** Checks pasted requests beside the page: all models together take longer than a key may. */

/** Every model as it answers a request; the bundler puts them in. */
declare const ASKED_MODELS: readonly AskedModel[]

const words = PAGE_LANGUAGE === 'zh' ? chinese : english

const readsVendors = (module: unknown): module is { readVendor: typeof readVendor } =>
  typeof module === 'object' && module !== null && 'readVendor' in module

addEventListener('message', ({ data: { text, vendors } }: MessageEvent<AskedText>) => {
  const load = async (): Promise<{ readVendor: typeof readVendor }> => {
    const module: unknown = await import(vendors)
    if (!readsVendors(module)) throw new Error('The script of vendors cannot be read')
    return module
  }
  answersTo(text, ASKED_MODELS, { words, vendors: load }).then(
    (answers) => postMessage(answers),
    (error: unknown) => {
      if (error instanceof RangeError) postMessage({ fault: words.tooDeep })
      // The page begins again with another worker: this one remembers what it could not load.
      else reportError(error)
    },
  )
})
