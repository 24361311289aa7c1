import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LanguageCode } from '../texts/code.js'

/** The checkout that this package is part of; a package that was installed has nothing beside it that is read here. */
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const packages = fileURLToPath(new URL('../../../', import.meta.url))
const changesets = join(root, '.changeset')

/** One change for users, and the packages it is in. */
interface Change {
  text: string
  packages: string[]
}

const words = {
  en: { unreleased: 'Not yet released', nothing: 'Nothing yet.' },
  zh: { unreleased: '尚未发布', nothing: '暂无。' },
}

const changelogs = (): [name: string, path: string][] =>
  readdirSync(packages)
    .map((name): [string, string] => [name, join(packages, name, 'CHANGELOG.md')])
    .filter(([, path]) => existsSync(path))

/** The files that the releases are read from. */
export const releaseInputs = (): string[] => [
  ...changelogs().map(([, path]) => path),
  ...(existsSync(changesets) ? [changesets] : []),
]

/** The changes that wait for a release: one file each, which names its packages above its text. */
const waiting = (): Change[] =>
  (existsSync(changesets) ? readdirSync(changesets) : [])
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file): Change => {
      const [, head = '', text = ''] =
        /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(changesets, file), 'utf8')) ?? []
      return {
        text: text.trim().replace(/\s+/g, ' '),
        packages: [...head.matchAll(/^'(?:@model-tasks\/)?([\w-]+)'/gm)].map(([, name = '']) => name).sort(),
      }
    })

/** The versions that are out, newest first. What several packages say alike is one change. */
const released = (): [version: string, Change[]][] => {
  const versions = new Map<string, Map<string, Change>>()
  for (const [name, path] of changelogs())
    for (const section of readFileSync(path, 'utf8').split(/^## /m).slice(1)) {
      const [heading = '', ...lines] = section.split('\n')
      const changes = versions.get(heading.trim()) ?? new Map<string, Change>()
      versions.set(heading.trim(), changes)
      const texts = lines
        .filter((line) => !line.startsWith('### '))
        .join('\n')
        .split(/\n{2,}|\n(?=- )/)
        .map((text) =>
          text
            .trim()
            .replace(/^- (?:[\da-f]{7,}: )?/, '')
            .replace(/\s+/g, ' '),
        )
      for (const text of texts.filter((one) => one !== '')) {
        const change = changes.get(text) ?? { text, packages: [] }
        changes.set(text, { text, packages: [...change.packages, name] })
      }
    }
  return [...versions]
    .map(([version, changes]): [string, Change[]] => [version, [...changes.values()]])
    .sort(([left], [right]) => right.localeCompare(left, 'en', { numeric: true }))
}

const item = ({ text, packages: own }: Change): string => `- ${own.map((name) => `\`${name}\``).join(', ')}: ${text}`

const block = /^```releases\n[\s\S]*?^```$/m

/** A guide with the product's releases in place of its block of this name: what waits for the next one first. Changes are in English. */
export const withReleases = (
  guide: string,
  code: LanguageCode,
): { text: string; isEnglish?: (text: string) => boolean } => {
  if (!block.test(guide)) return { text: guide }
  const next = waiting()
  const versions = [[words[code].unreleased, next] as const, ...released()].map(
    ([heading, changes]) =>
      `## ${heading}\n\n${changes.length === 0 ? words[code].nothing : changes.map(item).join('\n')}`,
  )
  return {
    text: guide.replace(block, () => versions.join('\n\n')),
    ...(code === 'en' ? {} : { isEnglish: (text: string) => /^`[\w-]+`(?:, `[\w-]+`)*: /.test(text) }),
  }
}
