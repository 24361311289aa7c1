import type { Catalogue } from '@model-tasks/spec/catalogue'
import type { Page } from '../page.js'
import type { Language } from '../texts/language.js'
import { homeSteps, stepLanguages } from './home-steps.js'
import { finderData } from './finder.js'

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

/** The home page: how to use the service in three languages, then the model finder. */
export const homePage = (catalogue: Catalogue, language: Language): Page => {
  const { texts, code } = language
  const model = catalogue.models.find(({ id }) => id === 'sd_2.0_discount') ?? catalogue.models.find(({ reference }) => reference)
  const said = words[code]
  return {
    path: '',
    title: texts.siteName,
    description: texts.tagline,
    template: 'home',
    scripts: ['finder.js'],
    data: {
      headline: said.headline,
      languages: stepLanguages,
      steps: model === undefined ? [] : homeSteps(model, code),
      finder: finderData(catalogue, texts),
    },
    entries: [{ kind: 'interface', title: said.headline, words: 'start submit poll download quickstart', anchor: 'start' }],
  }
}

/** The finder on a page of its own. */
export const modelsPage = (catalogue: Catalogue, language: Language): Page => ({
  path: 'models/',
  title: language.texts.models,
  description: words[language.code].models,
  template: 'models',
  scripts: ['finder.js'],
  data: { lead: words[language.code].models, finder: finderData(catalogue, language.texts) },
  entries: [{ kind: 'models', title: language.texts.finder, words: 'finder filter choose', anchor: 'finder' }],
})
