import type { Page } from '../page.js'
import { languages } from '../texts/language.js'
import { english } from '../texts/en.js'
import type { NavigationGroup } from './navigation.js'

/** Where a reader goes on who came to an address without a page. */
const places = ['guides/quick-start/', 'models/', 'guides/errors/', 'guides/client/', 'guides/command-line/']

/** The page that stands for one that was not visited, while there is no network. */
export const offlinePage = (): Page => ({
  path: 'offline.html',
  title: `${english.offline} · ${english.siteName}`,
  description: english.offlineText,
  template: 'offline',
  data: { tongues: languages.map(({ tag, texts }) => ({ tag, texts })) },
})

/** The page for missing addresses: one for all of them, so that it speaks to the readers of each language. */
export const missingPage = (navigation: NavigationGroup[]): Page => {
  const links = navigation.flatMap((group) => group.links)
  return {
    path: '404.html',
    title: `${english.notFound} · ${english.siteName}`,
    description: english.notFoundText,
    template: 'missing',
    data: {
      places: places.flatMap((place) => links.filter(({ path }) => path === place)),
      others: languages.filter(({ code }) => code !== 'en'),
    },
  }
}
