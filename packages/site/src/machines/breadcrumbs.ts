import type { NavigationGroup } from '../pages/navigation.js'

/** A place on the way from the home page to a page. */
interface Crumb {
  name: string
  path: string
}

/** The pages on the way to one: the home page, each page of the navigation whose folder it is in, and the page itself. */
export const breadcrumbsOf = (path: string, title: string, home: string, navigation: NavigationGroup[]): Crumb[] => {
  if (path === '' || path.endsWith('.html')) return []
  const places = navigation.flatMap(({ links }) => links).filter(({ path: place }) => place !== '')
  const above = places
    .filter(({ path: place }) => place !== path && path.startsWith(place))
    .toSorted((left, right) => left.path.length - right.path.length)
    .map(({ label, path: place }): Crumb => ({ name: label, path: place }))
  return [{ name: home, path: '' }, ...above, { name: title, path }]
}

/** Breadcrumbs as structured data; `address` makes a path absolute. */
export const breadcrumbData = (crumbs: Crumb[], address: (path: string) => string): Record<string, unknown> => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: address(path),
  })),
})
