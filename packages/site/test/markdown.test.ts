import { expect, test } from 'vitest'
import { renderMarkdown } from '../src/render/markdown.js'

const html = (text: string): string => renderMarkdown(text, { link: (target) => `to:${target}` }).html

test('headings are linked, also in Chinese, and keep the id they are given', () => {
  const { html: text, headings } = renderMarkdown('# Title\n\n## The *rule*\n\n## <a id="own"></a>Named\n\n## 规则', {
    link: (target) => target,
  })
  expect(headings.map(({ level, id }) => [level, id])).toEqual([
    [1, 'title'],
    [2, 'the-rule'],
    [2, 'own'],
    [2, '规则'],
  ])
  expect(text).toContain('<h2 id="own"><a class="anchor" href="#own">Named</a></h2>')
})

test('a heading that is a link has no other link around it', () => {
  expect(html('## [Errors](errors/)')).toBe('<h2 id="errors"><a href="to:errors/">Errors</a></h2>')
})

test('raw HTML is shown, never run', () => {
  expect(html('a <script>alert(1)</script> & `<b>`')).toBe(
    '<p>a &lt;script&gt;alert(1)&lt;/script&gt; &amp; <code>&lt;b&gt;</code></p>',
  )
  expect(html('[x](https://example.com/"onclick=")')).not.toContain('"onclick')
})

test('marks inside code stay as they are', () => {
  expect(html('`**a** [b](c)` and **bold**')).toBe('<p><code>**a** [b](c)</code> and <strong>bold</strong></p>')
})

test('a table has labelled cells, bars inside them, and rows that can be linked', () => {
  const text = html('| id | what |\n|---|---|\n| <a id="one"></a>`one` | a \\| b |\n| two | |')
  expect(text).toContain('<tr role="row" id="one">')
  expect(text).toContain('data-label="What">a | b</td>')
  expect(text).toContain('<span class="quiet">–</span>')
})

test('lists, numbered lists and code end where they end', () => {
  expect(html('- a\n  more\n- b\n\ntext')).toBe('<ul>\n<li>a\nmore</li>\n<li>b</li>\n</ul>\n<p>text</p>')
  expect(html('1. a\n2. b')).toContain('<ol>')
  expect(html('```sh\n# a comment\n```\nafter')).toMatch(
    /<code><i class="c"># a comment<\/i><\/code><\/pre><\/div>\n<p>after<\/p>/,
  )
})
