import { describe, expect, it } from 'vitest'
import { readDirectives } from '../src/directives.js'

describe('directives in a prompt', () => {
  it('leaves a prompt without any as it is', () => {
    expect(readDirectives('A paper boat at dusk')).toEqual({ prompt: 'A paper boat at dusk', delayMilliseconds: 0 })
  })

  it('takes out a failure and keeps its message', () => {
    expect(readDirectives('A boat [[fail: invalid media type]] at dusk')).toEqual({
      prompt: 'A boat at dusk',
      fail: 'invalid media type',
      delayMilliseconds: 0,
    })
  })

  it.each([
    ['[[delay: 20s]]', 20_000],
    ['[[delay:250ms]]', 250],
    ['[[ Delay : 1.5 min ]]', 90_000],
    ['[[delay: 1s]] [[delay: 2s]]', 3000],
    ['[[delay: 1h]]', 3_600_000],
    ['[[delay: 9999min]]', 86_400_000],
  ])('reads %s as %i ms', (prompt, milliseconds) => {
    expect(readDirectives(prompt)).toEqual({ prompt: '', delayMilliseconds: milliseconds })
  })

  it('uses the first of several failures, and a message of its own for an empty one', () => {
    expect(readDirectives('[[fail: one]] [[fail: two]]').fail).toBe('one')
    expect(readDirectives('[[fail:]]').fail).toBe('failed as the prompt asked')
  })

  it.each(['[[delay: soon]]', '[[delay: -1s]]', '[[dealy: 2s]]', '[fail: no]', '[[fail'])(
    'leaves %s in the prompt, where it is seen',
    (prompt) => {
      expect(readDirectives(prompt)).toEqual({ prompt, delayMilliseconds: 0 })
    },
  )
})
