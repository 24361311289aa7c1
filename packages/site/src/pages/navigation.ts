import type { Catalogue } from '@model-tasks/spec/catalogue'
import type { Language } from '../texts/language.js'
import { guidesOf, type Section } from './guide-list.js'
import { isEnglishOnly } from './translated.js'

export interface NavigationLink {
  label: string
  path: string
  mono?: boolean
  /** The page is there in English alone. */
  inEnglish?: boolean
}
export interface NavigationGroup {
  title: string
  links: NavigationLink[]
}

const modelPath = (id: string): string => `models/${id}/`

/** The groups of the navigation, the same on every page of a language. */
export const navigationOf = (catalogue: Catalogue, language: Language): NavigationGroup[] => {
  const { texts, code } = language
  const links = (keep: (model: Catalogue['models'][number]) => boolean): NavigationLink[] =>
    catalogue.models.filter(keep).map(({ id }) => ({ label: id, path: modelPath(id), mono: true }))
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
    {
      title: texts.start,
      links: [
        { label: texts.home, path: '' },
        ...contents('start'),
        { label: texts.models, path: 'models/' },
        { label: texts.compare, path: 'compare/' },
      ],
    },
    { title: texts.interface, links: api.map((label, index) => ({ label, path: apiPaths[index] ?? '' })) },
    { title: texts.guides, links: contents('guides') },
    { title: texts.videoModels, links: links((model) => model.reference && model.kind === 'video') },
    { title: texts.imageModels, links: links((model) => model.reference && model.kind === 'image') },
    { title: texts.audioModels, links: links((model) => model.reference && model.kind === 'audio') },
    { title: texts.meshModels, links: links((model) => model.reference && model.kind === 'mesh') },
    { title: texts.listedOnly, links: links((model) => !model.reference) },
    {
      title: texts.more,
      links: [
        { label: texts.unknowns, path: 'unknowns/' },
        ...contents('more'),
        { label: texts.upstreams, path: 'upstreams/' },
        { label: texts.changelog, path: 'changelog/' },
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
