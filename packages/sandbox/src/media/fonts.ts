import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Typefaces } from '../picture/card.js'
import { readTypeface, withFallback, type Typeface } from '../type/typeface.js'

const decompress = promisify(brotliDecompress)

/**
 * Reads the bundled subset of Noto Sans SC (`fonts/build.mjs` says what it covers). Regular draws Chinese, kana, Latin,
 * Greek and Cyrillic; Light draws Latin only; Medium takes what it lacks from Regular.
 */
export async function loadTypefaces(): Promise<Typefaces> {
  const [light, regular, medium] = await Promise.all([load('Light'), load('Regular'), load('Medium')])
  return { light, regular, medium: withFallback(medium, regular) }
}

async function load(weight: string): Promise<Typeface> {
  const file = await readFile(new URL(`../../fonts/NotoSansSC-${weight}.ttf.br`, import.meta.url))
  return readTypeface(await decompress(file))
}
