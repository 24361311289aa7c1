import { fileNameOf } from '@model-tasks/spec/measures/file-name'
import type { Catalogue, Model } from '@model-tasks/spec/catalogue'
import { examplePaths, type Example } from '../examples/examples.js'
import { exampleBody } from '../samples/example.js'
import { markdownTable } from '../machines/table.js'
import { requestCheck } from '../output/bundle.js'
import type { Page } from '../page.js'
import type { LanguageCode } from '../texts/code.js'
import type { Language } from '../texts/language.js'
import { homeSteps, stepLanguages } from './home-steps.js'
import { capabilityCells, finderColumns, finderData } from './finder.js'
import { leadOf } from './model-lead.js'
import { navigationOf } from './navigation.js'

const words = {
  en: {
    headline: 'One request, one task, one file',
    prompt: 'A paper boat at dusk',
    models: 'Every Model ID, with what it takes and makes. Where a model has no reference, nothing is guessed.',
    readers: [
      ['build', 'Call the service from a program: submit, wait, download, and handle what goes wrong.'],
      ['models', 'Find the model that takes what you have and makes what you need.'],
      ['operate', 'Run the service: on a laptop with no account, or in production in front of upstreams.'],
      ['contribute', 'Add a model by writing one JSON file, and read why things are as they are.'],
    ],
  },
  zh: {
    headline: '一个请求，一个任务，一个文件',
    prompt: '黄昏中的一只纸船',
    models: '全部模型 ID，以及各自的输入与输出。没有参考的模型，不作任何猜测。',
    readers: [
      ['build', '在程序中调用服务：提交、等待、下载，并处理出错的情况。'],
      ['models', '找到能接受现有素材、产出所需结果的模型。'],
      ['operate', '运行服务：在笔记本电脑上无需账户，或在生产环境中置于上游之前。'],
      ['contribute', '写一个 JSON 文件即可添加模型，并了解各项设计的缘由。'],
    ],
  },
} satisfies Record<LanguageCode, { headline: string; prompt: string; models: string; readers: [Reader, string][] }>

type Reader = 'build' | 'models' | 'operate' | 'contribute'

/** How many pages of a group the home page names. */
const named = 5

/** The groups of the navigation as the home page shows them: for whom, and the first pages of each. */
const readersOf = (language: Language): Record<string, unknown>[] => {
  const groups = navigationOf(language)
  return words[language.code].readers.flatMap(([name, text]) => {
    const title = language.texts[name]
    const links = groups.find((group) => group.title === title)?.links.filter(({ path }) => path !== '') ?? []
    return [{ title, text, links: links.slice(0, named) }]
  })
}

/** What the first screen shows in motion: a request, its task, and the file the sandbox made of it. */
const motionOf = (model: Model, { code, folder }: Language, example: Example | undefined): Record<string, unknown> => ({
  model: model.id,
  prompt: exampleBody(model, code).prompt,
  ...(example === undefined
    ? {}
    : {
        poster: `${folder === '' ? '' : '../'}${examplePaths(model.id).poster}`,
        width: example.width,
        height: example.height,
      }),
})

/** The home page as Markdown, in a language in which the generator writes none: what there is, and every model. */
const homeMarkdown = (catalogue: Catalogue, language: Language): string => {
  const { texts, folder } = language
  const groups = navigationOf(language)
  return [
    `# ${texts.siteName}`,
    '',
    texts.tagline,
    '',
    ...groups.flatMap(({ title, links }) => [
      `## ${title}`,
      '',
      ...links
        .filter(({ path }) => path !== '' && path !== 'compare/')
        .map(
          ({ label, path, inEnglish }) =>
            `- [${label}](${inEnglish === true && folder !== '' ? '../' : ''}${path}index.md)`,
        ),
      '',
    ]),
    `## ${texts.models}`,
    '',
    ...catalogue.models.map(
      (model) => `- [${model.id}](models/${fileNameOf(model.id)}/index.md): ${leadOf(model, language)}`,
    ),
    '',
  ].join('\n')
}

/** The home page: how to use the service in several languages, and where each reader goes on. `markdown` is the page that the generator wrote. */
export const homePage = (
  catalogue: Catalogue,
  language: Language,
  markdown: string,
  examples: ReadonlyMap<string, Example>,
): Page => {
  const { texts, code } = language
  const model =
    catalogue.models.find(({ id }) => id === 'sd_2.0_discount') ?? catalogue.models.find(({ reference }) => reference)
  const said = words[code]
  return {
    path: '',
    title: texts.siteName,
    description: texts.tagline,
    template: 'home',
    markdown: code === 'en' ? markdown : homeMarkdown(catalogue, language),
    data: {
      headline: said.headline,
      motion: model === undefined ? {} : motionOf(model, language, examples.get(model.id)),
      languages: stepLanguages,
      steps: model === undefined ? [] : homeSteps(model, code),
      readers: readersOf(language),
    },
    entries: [
      { kind: 'interface', title: said.headline, words: 'start submit poll download quickstart', anchor: 'start' },
    ],
  }
}

const modelsMarkdown = (catalogue: Catalogue, { texts, code }: Language): string => {
  const rows = catalogue.models.map((model) => [
    `[${model.id}](${fileNameOf(model.id)}/index.md)`,
    ...(model.reference
      ? capabilityCells(model, texts).map(({ text }) => text)
      : [texts[model.kind], ...Array<string>(8).fill(texts.notShown)]),
  ])
  return `# ${texts.models}\n\n${words[code].models}\n\n${markdownTable(finderColumns(texts), rows)}\n`
}

/** A request that some models take as it is, and others after changes. */
const sampleRequest = (language: LanguageCode): string =>
  JSON.stringify({ prompt: words[language].prompt, duration: 5, resolution: '720p', aspect_ratio: '16:9' }, null, 2)

/** The finder on a page of its own. */
export const modelsPage = (catalogue: Catalogue, language: Language): Page => ({
  path: 'models/',
  markdown: modelsMarkdown(catalogue, language),
  title: language.texts.models,
  description: words[language.code].models,
  template: 'models',
  scripts: ['finder.js'],
  data: {
    lead: words[language.code].models,
    byRequest: { checkScript: requestCheck(language.code), example: sampleRequest(language.code) },
    finder: finderData(catalogue, language.texts),
  },
  entries: [
    { kind: 'models', title: language.texts.finder, words: 'finder filter choose', anchor: 'finder' },
    {
      kind: 'models',
      title: language.texts.requestFinder,
      words: 'paste request json accepts fits which model 粘贴 请求',
      anchor: 'by-request',
    },
  ],
})
