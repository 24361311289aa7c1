import { readFileSync } from 'node:fs'

/** The code blocks of a page in one language. */
export function codeOf(path, language) {
  return [...readFileSync(path, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code]) => code,
  )
}
