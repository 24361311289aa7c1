import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ContentError } from '../content-error.js'
import type { LanguageCode } from '../texts/code.js'

/**
 * The tests behind what a guide promises. A line `<!-- checked by <file>: <title> -->` below a promise names the test that
 * proves it, by its file from the root of the repository and its title; the page says so.
 */

const root = new URL('../../../../', import.meta.url)

const line = /^<!-- checked by (\S+): (.+) -->$/gm

/** Whether the tests are there to be read: an installed package has none. */
const hasTests = existsSync(fileURLToPath(new URL('packages/site/test/', root)))

const said: Record<LanguageCode, (title: string, file: string) => string> = {
  en: (title, file) => `*Checked by the test “${title}” in \`${file}\`.*`,
  zh: (title, file) => `*由 \`${file}\` 中的测试“${title}”检验。*`,
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a file has a test of this title, one that is skipped where something is missing included. */
const isTested = (file: string, title: string): boolean => {
  const path = fileURLToPath(new URL(file, root))
  return (
    existsSync(path) &&
    new RegExp(`\\b(?:test|it)(?:\\.\\w+\\(.*\\))?\\(\\s*(['"\`])${escaped(title)}\\1`).test(readFileSync(path, 'utf8'))
  )
}

/** A guide with its proofs in words. Throws for a promise whose test is gone. */
export const withProofs = (markdown: string, page: string, code: LanguageCode): string =>
  markdown.replace(line, (_, file: string, title: string) => {
    if (hasTests && !isTested(file, title))
      throw new ContentError(
        `${page}: no test in ${file} is called “${title}”. Name the test that proves the sentence above, or correct the sentence.`,
      )
    return said[code](title, file)
  })

/** A guide without the sentences that name its tests: search does not look in them. */
export const withoutProofs = (markdown: string): string =>
  markdown.replace(/^\*(?:Checked by the test “.+” in `\S+`\.|由 `\S+` 中的测试“.+”检验。)\*$/gm, '')

/** How many promises of a guide name their test. */
export const proofsIn = (markdown: string): number => markdown.match(line)?.length ?? 0
