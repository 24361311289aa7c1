import { beforeAll, describe, expect, it } from 'vitest'
import { loadTypefaces } from '../src/media/fonts.js'
import { rasterise } from '../src/media/rasterise.js'
import { readTypeface } from '../src/type/typeface.js'
import { drawable, type Typefaces } from '../src/picture/card.js'
import { ellipsise, measure, wrapText } from '../src/type/wrap.js'

let typefaces: Typefaces
beforeAll(async () => {
  typefaces = await loadTypefaces()
})

/** How many of the pixels of a 100 px square a character covers, 0 to 1. */
async function coverage(character: string): Promise<number> {
  const path = typefaces.regular.path(character.codePointAt(0) ?? 0, 0, 80, 0.09)
  const ink = await rasterise(
    `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" fill="#fff"><path d="${path}"/></svg>`,
  )
  return ink.cover.reduce((sum, value) => sum + value, 0) / 255 / 10_000
}

describe('a typeface', () => {
  it('knows its characters and their widths', () => {
    const { regular } = typefaces
    expect(regular.unitsPerEm).toBe(1000)
    expect(regular.has(0x7eb8)).toBe(true)
    expect(regular.has(0x1f6a3)).toBe(false)
    expect(regular.advance(0x7eb8)).toBe(1000)
    expect(regular.advance(0x69)).toBeLessThan(regular.advance(0x57))
  })

  it('draws outlines: holes stay open, composites have their parts, blanks are empty', async () => {
    expect(typefaces.regular.path(0x20, 0, 0, 1)).toBe('')
    expect(await coverage('o')).toBeGreaterThan(0.05)
    expect(await coverage('o')).toBeLessThan(0.25)
    expect(await coverage('é')).toBeGreaterThan(await coverage('e'))
    expect(await coverage('船')).toBeGreaterThan(0.2)
  })

  it('refuses a font without outlines', () => {
    expect(() => readTypeface(new Uint8Array(64))).toThrow('has no head table')
  })
})

describe('wrapping', () => {
  const wrap = (text: string, width: number) => wrapText(typefaces.regular, text, 40, width)

  it('breaks Latin text at spaces and keeps every line within the width', () => {
    const text = 'An old lighthouse keeper walks down the spiral stairs with a lantern in his hand'
    const lines = wrap(text, 400)
    expect(lines.join(' ')).toBe(text)
    for (const line of lines) expect(measure(typefaces.regular, line, 40)).toBeLessThanOrEqual(400)
  })

  it('breaks Chinese anywhere but before a comma or after an opening bracket', () => {
    const lines = wrap('黄昏时分，一只小小的纸船（漂在湖面上）。', 204)
    expect(lines.join('')).toBe('黄昏时分，一只小小的纸船（漂在湖面上）。')
    for (const line of lines) {
      expect(line).not.toMatch(/^[，。）]/u)
      expect(line).not.toMatch(/（$/u)
    }
  })

  it('breaks a word that is wider than the line', () => {
    const lines = wrap('Pneumonoultramicroscopicsilicovolcanoconiosis', 200)
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.join('')).toBe('Pneumonoultramicroscopicsilicovolcanoconiosis')
  })

  it('shortens with dots that suit the script', () => {
    expect(ellipsise(typefaces.regular, 'short', 40, 400)).toBe('short')
    expect(ellipsise(typefaces.regular, 'A line that is much too long', 40, 200)).toMatch(/^A line.*[^ ]\.\.\.$/u)
    expect(ellipsise(typefaces.regular, '黄昏时分一只小小的纸船', 40, 200)).toMatch(/…$/u)
  })

  it('marks what the font cannot draw and leaves out what cannot be seen', () => {
    expect(drawable(typefaces.regular, 'boat 🚣\u200d\ufe0f é 纸')).toBe('boat □ é 纸')
  })
})
