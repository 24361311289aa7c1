import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { patternLiteral } from '../emit/validators/literals.js'
import { withoutBlanks } from '../kinds/media.js'

const { $defs } = JSON.parse(readFileSync(new URL('../../spec/media.schema.json', import.meta.url), 'utf8')) as {
  $defs: Record<string, { pattern: string }>
}

const { blank } = JSON.parse(readFileSync(new URL('../../spec/text.json', import.meta.url), 'utf8')) as {
  blank: [first: number, last: number][]
}

test.each(Object.entries($defs))(
  'the pattern %s as it is shipped accepts what the published one does, but for blank characters',
  (_, { pattern }) => {
    const shipped = patternLiteral(withoutBlanks(pattern)).toString()
    expect(shipped).toMatch(/^[\x20-\x7e]*\\s[\x20-\x7e]*$/)
    const [source = ''] = [shipped.slice(1, shipped.lastIndexOf('/'))]
    const [short, long] = [new RegExp(source), new RegExp(pattern)]
    const differing: number[] = []
    for (let unit = 0; unit <= 0xffff; unit++) {
      const character = String.fromCharCode(unit)
      const isBlank = blank.some(([first, last]) => unit >= first && unit <= last)
      for (const text of [
        `http://a${character}`,
        `http://a/${character}`,
        `http://${character}@a`,
        `assetId://${character}`,
        `${character}http://a`,
      ]) {
        if (short.test(text) !== (long.test(text) && !isBlank)) differing.push(unit)
      }
    }
    expect(differing).toEqual([])
  },
)
