import type { LanguageCode } from '../texts/code.js'

/** A guide: where it is, what it is called, and the file of its text below `content/<language>/`. */
export interface Guide {
  path: string
  title: Record<LanguageCode, string>
  /** Absent for a guide the generator writes. */
  content?: string
}

/** The guides, in the order they are read. */
export const guidePages: Guide[] = [
  { path: 'guides/polling/', title: { en: 'Polling', zh: '轮询' }, content: 'polling.md' },
  { path: 'guides/media/', title: { en: 'Media and assets', zh: '素材与素材库' }, content: 'media.md' },
  { path: 'guides/prompt-tokens/', title: { en: 'Prompt tokens', zh: '提示词引用' }, content: 'prompt-tokens.md' },
  { path: 'guides/budgets/', title: { en: 'Budgets', zh: '预算' }, content: 'budgets.md' },
  { path: 'guides/errors/', title: { en: 'Handling errors', zh: '错误处理' }, content: 'errors.md' },
  { path: 'guides/languages/', title: { en: 'Other languages', zh: '其他语言' } },
  { path: 'guides/portable-findings/', title: { en: 'Portable findings', zh: '可移植的规则' } },
  { path: 'guides/service/', title: { en: 'Running the service', zh: '运行服务' }, content: 'service.md' },
  { path: 'guides/adding-a-model/', title: { en: 'Adding a model', zh: '添加模型' }, content: 'adding-a-model.md' },
]
