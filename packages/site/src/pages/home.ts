import type { Catalogue } from '@model-tasks/spec/catalogue'
import type { Page } from '../page.js'
import type { Language } from '../texts/language.js'
import { modelTabs } from './code-tabs.js'
import { finderData } from './finder.js'

const words = {
  en: {
    headline: 'Submit, poll, download',
    steps: 'Three steps',
    text: 'Submit a request that names a model and carries its parameters. Poll the task it answers every 5 to 10 seconds until it is completed or failed. Download the result at once: its URL expires.',
    models: 'Every Model ID, with what it takes and makes. Where a model has no reference, nothing is guessed.',
  },
  zh: {
    headline: '提交、轮询、下载',
    steps: '三个步骤',
    text: '提交一个请求，写明模型及其参数；每 5 到 10 秒查询一次返回的任务，直到完成或失败；结果的 URL 会过期，请立即下载。',
    models: '全部模型 ID，以及各自的输入与输出。没有参考的模型，不作任何猜测。',
  },
}

/** The home page: how to use the service in three languages, then the model finder. */
export const homePage = (catalogue: Catalogue, language: Language): Page => {
  const { texts, code } = language
  const model = catalogue.models.find(({ reference, kind, availability }) => reference && kind === 'video' && availability.status === 'available')
  const said = words[code]
  return {
    path: '',
    title: texts.siteName,
    description: texts.tagline,
    template: 'home',
    scripts: ['finder.js'],
    data: {
      headline: said.headline,
      stepsTitle: said.steps,
      stepsText: said.text,
      tabs: model === undefined ? undefined : modelTabs(model, ['curl', 'typescript', 'python']),
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
