import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { patternLiteral } from '../emit/validators/literals.js'

const { $defs } = JSON.parse(readFileSync(new URL('../../spec/media.schema.json', import.meta.url), 'utf8')) as {
  $defs: Record<string, { pattern: string }>
}

test.each(Object.entries($defs))(
  'the pattern %s means the same in the shorter form that is shipped',
  (_, { pattern }) => {
    const shipped = patternLiteral(pattern).toString()
    expect(shipped).toMatch(/^[\x20-\x7e]*\\s[\x20-\x7e]*$/)
    const [source = ''] = [shipped.slice(1, shipped.lastIndexOf('/'))]
    const [short, long] = [new RegExp(source), new RegExp(pattern)]
    const differing: number[] = []
    for (let unit = 0; unit <= 0xffff; unit++) {
      const character = String.fromCharCode(unit)
      for (const text of [
        `http://a${character}`,
        `http://a/${character}`,
        `http://${character}@a`,
        `assetId://${character}`,
        `${character}http://a`,
      ]) {
        if (short.test(text) !== long.test(text)) differing.push(unit)
      }
    }
    expect(differing).toEqual([])
  },
)
