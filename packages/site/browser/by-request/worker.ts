import type { AskedModel } from '../../src/facts/priced-model.js'
import { answersTo } from './answers.js'
import { chinese, english } from './words.js'

/** Every model as it answers a request; the bundler puts them in. */
declare const ASKED_MODELS: readonly AskedModel[]

/** Checks pasted requests beside the page: all models together take longer than a key may. */

const words = PAGE_LANGUAGE === 'zh' ? chinese : english

addEventListener('message', ({ data }: MessageEvent<string>) => {
  answersTo(data, ASKED_MODELS, { words }).then(
    (answers) => postMessage(answers),
    (error: unknown) => postMessage({ fault: error instanceof RangeError ? words.tooDeep : String(error) }),
  )
})
