import type { Catalogue, Model } from '@model-tasks/spec/catalogue'
import { examplePaths, type Example } from '../examples/examples.js'
import { exampleBody } from '../samples/example.js'
import { markdownTable } from '../machines/table.js'
import type { Page } from '../page.js'
import type { Language } from '../texts/language.js'
import { homeSteps, stepLanguages } from './home-steps.js'
import { capabilityCells, finderColumns, finderData } from './finder.js'
import { leadOf } from './model-lead.js'
import { navigationOf } from './navigation.js'

const words = {
  en: {
    headline: 'One request, one task, one file',
    models: 'Every Model ID, with what it takes and makes. Where a model has no reference, nothing is guessed.',
  },
  zh: {
    headline: '一个请求，一个任务，一个文件',
    models: '全部模型 ID，以及各自的输入与输出。没有参考的模型，不作任何猜测。',
  },
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
  const groups = navigationOf(catalogue, language).filter(({ links }) => links.every(({ mono }) => mono !== true))
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
    ...catalogue.models.map((model) => `- [${model.id}](models/${model.id}/index.md): ${leadOf(model, language)}`),
    '',
  ].join('\n')
}

/** The home page: how to use the service in several languages, then the model finder. `markdown` is the page that the generator wrote. */
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
    scripts: ['finder.js'],
    data: {
      headline: said.headline,
      motion: model === undefined ? {} : motionOf(model, language, examples.get(model.id)),
      languages: stepLanguages,
      steps: model === undefined ? [] : homeSteps(model, code),
      finder: finderData(catalogue, texts),
    },
    entries: [
      { kind: 'interface', title: said.headline, words: 'start submit poll download quickstart', anchor: 'start' },
    ],
  }
}

const modelsMarkdown = (catalogue: Catalogue, { texts, code }: Language): string => {
  const rows = catalogue.models.map((model) => [
    `[${model.id}](${model.id}/index.md)`,
    ...(model.reference
      ? capabilityCells(model, texts).map(({ text }) => text)
      : [texts[model.kind], ...Array<string>(7).fill(texts.notShown)]),
  ])
  return `# ${texts.models}\n\n${words[code].models}\n\n${markdownTable(finderColumns(texts), rows)}\n`
}

/** The finder on a page of its own. */
export const modelsPage = (catalogue: Catalogue, language: Language): Page => ({
  path: 'models/',
  markdown: modelsMarkdown(catalogue, language),
  title: language.texts.models,
  description: words[language.code].models,
  template: 'models',
  scripts: ['finder.js'],
  data: { lead: words[language.code].models, finder: finderData(catalogue, language.texts) },
  entries: [{ kind: 'models', title: language.texts.finder, words: 'finder filter choose', anchor: 'finder' }],
})
