/** The languages of the site. */
export type LanguageCode = 'en' | 'zh'
