import { expect, test } from 'vitest'
import { changelogSection } from '../../../generator/diff/changelog.js'
import { diffCatalogues } from '../../../generator/diff/index.js'
import { edited } from '../../../generator/test/diff/catalogue.js'
import { changes } from '../../../generator/test/diff/changes.js'
import { languages } from '../src/texts/language.js'
import { markdownIn, translation } from '../src/texts/translation.js'

const chinese = languages.filter(({ code }) => code === 'zh')

test('what spec:diff writes of any change is there in Chinese', () => {
  const before = edited()
  const sections = changes.flatMap(([, file, edit]) => {
    const after = edited(file, edit)
    const events = diffCatalogues(before, after)
    return events.length === 0 ? [] : [changelogSection(after, events, '2027-01-31')]
  })
  expect(sections.length).toBeGreaterThan(60)
  const lines = [...new Set(sections.flatMap((section) => section.split('\n')))].filter((line) => line !== '')
  for (const language of chinese) {
    const table = translation('changelog', language)
    // A version and its day are the same in every language.
    const english = lines.filter((line) => !line.startsWith('## ') && markdownIn(line, table) === line)
    expect(english).toEqual([])
  }
})

test('a line of the changelog names what changed, in which models, and what shows it', () => {
  const [language] = chinese
  if (language === undefined) throw new Error('There is no Chinese')
  const { say } = translation('changelog', language)
  expect(
    say('`duration` of `a`, `b` and `c` accepts at most 10 (before: at most 15). Rejected now: `{"duration":12}`.'),
  ).toBe('`a`、`b`、`c` 的 `duration`：限制为至多 10（之前：至多 15）。现在被拒绝：`{"duration":12}`。')
  expect(say('`a` is removed.')).toBe('`a`：已移除。')
  expect(say('`reference_videos media-duration` of `a` is at least 2 s, at most 10 s (before: at least 2 s).')).toBe(
    '`a` 的 `reference_videos media-duration`：限制为至少 2 s，至多 10 s（之前：至少 2 s）。',
  )
  expect(say('`seed` of `a` has the default -1 now.')).toBe('`a` 的 `seed`：现在有默认值 -1。')
})
