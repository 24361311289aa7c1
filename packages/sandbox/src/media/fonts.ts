import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Typefaces } from '../picture/card.js'
import { readTypeface, type Typeface } from '../type/typeface.js'

const require = createRequire(import.meta.url)

/** Reads the bundled Noto Sans SC, which draws Latin, Greek, Cyrillic, Chinese and Japanese. */
export async function loadTypefaces(): Promise<Typefaces> {
  const [light, regular, medium] = await Promise.all([load('300Light'), load('400Regular'), load('500Medium')])
  return { light, regular, medium }
}

async function load(weight: string): Promise<Typeface> {
  return readTypeface(
    await readFile(require.resolve(`@expo-google-fonts/noto-sans-sc/${weight}/NotoSansSC_${weight}.ttf`)),
  )
}
