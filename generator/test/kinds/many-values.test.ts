import { expect, test } from 'vitest'
import type { EnumParameter } from '../../catalogue.js'
import { enumeration } from '../../kinds/enum.js'

/** A choice of so many words, the last of which should no longer be used. */
function choiceOf(count: number, type: 'string' | 'mixed'): EnumParameter {
  const values = Array.from({ length: count }, (_, index) => (type === 'mixed' && index % 2 ? index : `Voice-${index}`))
  return {
    kind: 'enum',
    name: 'voice',
    required: false,
    description: 'Voice.',
    phrase: { en: 'a voice', zh: '声音' },
    notes: [],
    source: { section: 'made up' },
    type,
    values,
    options: [{ value: values.at(-1)!, deprecated: { since: '2026-10-01', source: { section: 'made up' } } }],
  }
}

test.each(['string', 'mixed'] as const)(
  'of a long list of values (%s), the vectors try the first and the deprecated',
  (type) => {
    const of = (count: number): string[] => enumeration.cases(choiceOf(count, type), []).map(({ about }) => about)
    expect(of(4000).length).toBe(of(400).length)
    expect(of(4000)).toContain('offers-Voice-0')
    expect(of(4000)).toContain(type === 'mixed' ? 'offers-3999' : 'offers-Voice-3999')
    expect(of(20).filter((about) => about.startsWith('offers-'))).toHaveLength(20)
  },
)
