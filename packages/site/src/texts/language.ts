import type { LanguageCode } from './code.js'
import { chinese } from './zh.js'
import { english, type Texts } from './en.js'

/** One language of the interface: where its pages are and what its texts say. */
export interface Language {
  code: LanguageCode
  /** The value of the `lang` attribute. */
  tag: string
  /** Folder of its pages below the site's root, empty or ending in a slash. */
  folder: string
  texts: Texts
}

export const languages: Language[] = [
  { code: 'en', tag: 'en', folder: '', texts: english },
  { code: 'zh', tag: 'zh-Hans', folder: 'zh/', texts: chinese },
]
