import type { Language } from '../texts/language.js'
import { guidesOf, type Section } from './guide-list.js'
import { isEnglishOnly } from './translated.js'

export interface NavigationLink {
  label: string
  path: string
  /** The page is there in English alone. */
  inEnglish?: boolean
}
export interface NavigationGroup {
  title: string
  links: NavigationLink[]
}

/**
 * The groups of the navigation, the same on every page of a language: by who reads. Models are found by the finder and by
 * search, not in a list of IDs.
 */
export const navigationOf = (language: Language): NavigationGroup[] => {
  const { texts, code } = language
  const guides = guidesOf(language)
  const contents = (section: Section): NavigationLink[] =>
    guides.filter((guide) => guide.section === section).map(({ title, path }) => ({ label: title, path }))
  const api =
    code === 'zh'
      ? ['服务', '任务', '状态', '错误', '问题规则', '扩展']
      : ['Service', 'Task', 'States', 'Errors', 'Findings', 'Extensions']
  const apiPaths = [
    'interface/',
    'interface/task/',
    'interface/states/',
    'interface/errors/',
    'interface/findings/',
    'interface/extensions/',
  ]
  const groups: NavigationGroup[] = [
    { title: texts.build, links: [{ label: texts.home, path: '' }, ...contents('build')] },
    { title: texts.interface, links: api.map((label, index) => ({ label, path: apiPaths[index] ?? '' })) },
    {
      title: texts.models,
      links: [
        { label: texts.allModels, path: 'models/' },
        { label: texts.compare, path: 'compare/' },
        { label: texts.prices, path: 'prices/' },
        { label: texts.unknowns, path: 'unknowns/' },
        { label: texts.changelog, path: 'changelog/' },
      ],
    },
    { title: texts.operate, links: [...contents('operate'), { label: texts.upstreams, path: 'upstreams/' }] },
    {
      title: texts.contribute,
      links: [
        ...contents('contribute'),
        { label: texts.keywords, path: 'keywords/' },
        { label: texts.diagnostics, path: 'diagnostics/' },
      ],
    },
  ]
  return groups
    .filter(({ links: own }) => own.length > 0)
    .map((group) => ({
      ...group,
      links: group.links.map((link) => (isEnglishOnly(link.path, language) ? { ...link, inEnglish: true } : link)),
    }))
}
