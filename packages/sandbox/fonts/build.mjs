/**
 * Makes the bundled fonts from Noto Sans SC. Not part of any build: its output is committed. To run it again:
 *
 *   npm install --no-save subset-font@2 @expo-google-fonts/noto-sans-sc@0.4.3
 *   node packages/sandbox/fonts/build.mjs
 *
 * Regular covers what a prompt in Chinese (GB 2312 and Big5), Japanese kana, Latin, Greek or Cyrillic needs; Light and
 * Medium only draw Latin, at large sizes and for labels. The files are TrueType, compressed with Brotli.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { brotliCompressSync, constants } from 'node:zlib'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

const latin = range(0x20, 0x7e) + range(0xa0, 0x24f) + range(0x2010, 0x2044) + range(0x20a0, 0x20bf)
const symbols =
  range(0x2190, 0x22ff) + range(0x2460, 0x26ff) + range(0x3000, 0x30ff) + range(0xff00, 0xffef) + '\u{2E3A}\u{2E3B}'
const simplified = doubleBytes('gb18030', [0xa1, 0xf7], [[0xa1, 0xfe]])
// oxfmt-ignore
const traditional = doubleBytes('big5', [0xa4, 0xc6], [[0x40, 0x7e], [0xa1, 0xfe]])

await write('Regular', '400Regular', latin + range(0x370, 0x45f) + symbols + simplified + traditional)
await write('Light', '300Light', latin)
await write('Medium', '500Medium', latin)

/** @param {string} name @param {string} weight @param {string} characters */
async function write(name, weight, characters) {
  const source = await readFile(require.resolve(`@expo-google-fonts/noto-sans-sc/${weight}/NotoSansSC_${weight}.ttf`))
  // One character beyond U+FFFF keeps the character map in format 12, the only one that the sandbox reads.
  const font = await subsetFont(source, `${characters}\u{1f100}`, { targetFormat: 'sfnt', noLayoutClosure: true })
  const file = brotliCompressSync(font, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } })
  await writeFile(new URL(`NotoSansSC-${name}.ttf.br`, import.meta.url), file)
  console.log(`${name}: ${new Set(characters).size} characters, ${font.length} bytes, ${file.length} compressed`)
}

/** @param {number} first @param {number} last */
function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')
}

/** Every character of a two-byte encoding whose bytes lie in the given ranges. */
function doubleBytes(encoding, [first, last], trails) {
  const decoder = new TextDecoder(encoding)
  let text = ''
  for (let lead = first; lead <= last; lead++) {
    for (const [from, to] of trails)
      for (let trail = from; trail <= to; trail++) text += decoder.decode(Uint8Array.of(lead, trail))
  }
  return text.replaceAll('\ufffd', '')
}
