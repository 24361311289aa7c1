import { expect, test } from 'vitest'
import { feedFile } from '../src/machines/feed.js'

const changelog = `# Changelog

What changed.

## 0.3.0

Not out yet.

## 0.2.0 (2027-01-31)

- \`sd_2.0_discount\`: duration takes at most 20 & at least 4.

## 0.1.0 (2026-11-22)

The first catalogue.

## What counts as a change

Words.
`

const every = (pattern: RegExp, text: string): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)

test('each version with a day is an entry of that day, the newest first, with its text and its place', () => {
  const { path, content } = feedFile(changelog, 'https://example.com/docs/')
  const feed = String(content)
  expect(path).toBe('feed.xml')
  expect(every(/<title>(Catalogue [^<]+)</g, feed)).toEqual(['Catalogue 0.2.0', 'Catalogue 0.1.0'])
  expect(every(/<updated>([^<]+)</g, feed)).toEqual([
    '2027-01-31T00:00:00Z',
    '2027-01-31T00:00:00Z',
    '2026-11-22T00:00:00Z',
  ])
  expect(every(/<entry>[\s\S]*?<link href="([^"]+)"/g, feed)).toEqual([
    'https://example.com/docs/changelog/#0-2-0-2027-01-31',
    'https://example.com/docs/changelog/#0-1-0-2026-11-22',
  ])
  expect(feed).toContain('at most 20 &amp; at least 4.')
  expect(feed).not.toContain('Not out yet')
  expect(new Set(every(/<id>([^<]+)</g, feed)).size).toBe(3)
})

test('without the address of the site, the addresses of the feed are relative to it', () => {
  const feed = String(feedFile(changelog, undefined).content)
  expect(every(/href="([^"]+)"/g, feed)).toEqual([
    'feed.xml',
    'changelog/',
    'changelog/#0-2-0-2027-01-31',
    'changelog/#0-1-0-2026-11-22',
  ])
})
