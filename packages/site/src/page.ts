/** One page in one language, before it is laid out. */
export interface Page {
  /** Folder below the language's root, empty for the home page, else ending in a slash. */
  path: string
  title: string
  description: string
  /** What the page is made of, as files and folders from the root of the repository; the catalogue where it does not say. */
  madeFrom?: string[]
  /** Name of the template in `templates/`. */
  template: string
  data: Record<string, unknown>
  /** The same page as Markdown; written beside it as `index.md`. */
  markdown?: string
  /** The stylesheet, when it is not the one most pages have. */
  styles?: string
  /** A file beside the page, by its name. */
  beside?: Record<string, string>
  /** Browser scripts beside the one every page has, by the name of their entry. */
  scripts?: string[]
  /** The picture that stands for the page where it is shared, below the site's root; that of the site where it does not say and is not of a model. */
  card?: string
  /** Where the skip link leads when it is the parameter table. */
  skipTarget?: string
  bodyClass?: string
  jsonLd?: Record<string, unknown>
  /** The page is there in English alone: nothing is written for this language, but search leads to it. */
  inEnglish?: true
  /** What search finds on this page. */
  entries?: SearchEntry[]
}

/** One thing that search finds. */
export interface SearchEntry {
  kind: 'models' | 'parameter' | 'rule' | 'guides' | 'interface' | 'more'
  title: string
  /** Words it is found by beside its title. */
  words: string
  /** The text it says, searched too. */
  text?: string
  /** Anchor on the page, without the hash; empty for the page itself. */
  anchor: string
  /** What the first search leaves out, to be light: its text, or all of it. A second file brings it. */
  later?: 'text' | 'all'
}
