import { describe, expect, test } from 'vitest'
import type { DiffEvent, Step } from '../../diff/event.js'
import { withSection } from '../../diff/changelog.js'
import { isEnough, neededStep, nextVersion } from '../../diff/version.js'

const event = (step: Step): DiffEvent => ({ rule: 'r', severity: 'note', step, subject: 's', message: 'm' })

test('the gravest change decides the step', () => {
  expect(neededStep([])).toBeUndefined()
  expect(neededStep([event('patch')])).toBe('patch')
  expect(neededStep([event('minor'), event('major'), event('patch')])).toBe('major')
})

describe('the version a step needs', () => {
  test.each<[string, Step, string]>([
    ['1.2.3', 'patch', '1.2.4'],
    ['1.2.3', 'minor', '1.3.0'],
    ['1.2.3', 'major', '2.0.0'],
    ['0.2.3', 'patch', '0.2.4'],
    ['0.2.3', 'minor', '0.2.4'],
    ['0.2.3', 'major', '0.3.0'],
  ])('from %s by a %s step is %s', (version, step, next) => {
    expect(nextVersion(version, step)).toBe(next)
    expect(isEnough(version, next, step)).toBe(true)
    expect(isEnough(version, version, step)).toBe(false)
  })

  test('may be further than needed, and numbers are compared as numbers', () => {
    expect(isEnough('1.9.0', '1.10.0', 'minor')).toBe(true)
    expect(isEnough('1.9.0', '2.0.0', 'patch')).toBe(true)
    expect(isEnough('1.9.0', '1.9.9', 'minor')).toBe(false)
  })
})

describe('the changelog', () => {
  const old = '# Changelog\n\nWords.\n\n## 0.1.0\n\nThe first.\n'

  test('gets the newest section first', () => {
    expect(withSection(old, '## 0.2.0\n\n- more')).toBe(
      '# Changelog\n\nWords.\n\n## 0.2.0\n\n- more\n\n## 0.1.0\n\nThe first.\n',
    )
  })

  test('has one section a version', () => {
    const twice = withSection(
      withSection(old, '## 0.2.0 (2027-01-31)\n\n- more'),
      '## 0.2.0 (2027-02-01)\n\n- even more',
    )
    expect(twice).toBe('# Changelog\n\nWords.\n\n## 0.2.0 (2027-02-01)\n\n- even more\n\n## 0.1.0\n\nThe first.\n')
    // A version that only begins alike is another.
    expect(withSection(old, '## 0.1.0-rc.1 (2027-01-31)\n\n- more')).toContain('\n\n## 0.1.0\n\nThe first.')
  })
})
