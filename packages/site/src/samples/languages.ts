import { curl } from './curl.js'
import { go } from './go.js'
import { java } from './java.js'
import { php } from './php.js'
import { python } from './python.js'
import type { SampleLanguage } from './request.js'
import { typescript } from './typescript.js'

/** The languages samples are written in, in the order they are shown. */
export const sampleLanguages: SampleLanguage[] = [curl, typescript, python, go, java, php]
