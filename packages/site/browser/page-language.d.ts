/** The language of the page: each language has a bundle of its own, without the words of the other. */
declare const PAGE_LANGUAGE: 'en' | 'zh'
