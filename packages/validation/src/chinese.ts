import type { JsonValue } from '@model-tasks/spec'
import type { Language, Mistake } from './language.js'
import { nameMeant } from './suggest.js'
import { takes, type Takes } from './takes.js'
import { tokenRange } from './tokens.js'
import { codePoints, refusedReference, said, shortened, shown, takesAssets } from './words.js'

const sent = (value: unknown): string => shown(value, { array: '数组', object: '对象', nothing: '空' })
const listed = (values: readonly JsonValue[]): string => values.map(said).join('、')

const prompt =
  (tail: (limit: string, unit: string) => string) =>
  ({ params }: Mistake): string => {
    const unit = units[said(params.count)] ?? '个字符'
    return `有 ${said(params.actual)} ${unit}；${tail(said(params.limit), unit)}`
  }

const units: Record<string, string> = { han: '个汉字', 'non-han': '个非汉字字符', words: '个英文单词' }

const items =
  (sense: string) =>
  ({ params, value }: Mistake): string =>
    `有 ${Array.isArray(value) ? value.length : 0} 项；${sense} ${said(params.limit)} 项`

const rules: Language['rules'] = {
  required: ({ module, parameter }, suggestion) =>
    `必填；请填写${suggestion === undefined ? '' : `，例如 ${said(suggestion)}`}（${taken(takes(module, parameter))}）`,
  null: ({ module, parameter }) => {
    const answer = takes(module, parameter)
    return `不能为 null；请填写${taken(answer)}${answer.required ? '' : '，或者省略'}`
  },
  type: ({ params, value }, suggestion) =>
    `应为${nouns[said(params.type)] ?? said(params.type)}，而不是 ${sent(value)}${hint(suggestion)}`,
  enum: ({ model, params, value }, suggestion) => {
    const allowed = Array.isArray(params.allowed) ? params.allowed : []
    return `${model} 不提供 ${sent(value)}；可用 ${listed(allowed)}${allowed.length > 1 ? hint(suggestion) : ''}`
  },
  minimum: ({ params, value }) => `${sent(value)} 太小；最小为 ${said(params.limit)}`,
  maximum: ({ params, value }) => `${sent(value)} 太大；最大为 ${said(params.limit)}`,
  'min-length': ({ params, value }) => `${value === '' ? '为空' : '太短'}；至少写 ${said(params.limit)} 个字符`,
  'max-length': ({ params, value }) => `有 ${codePoints(value)} 个字符；至多 ${said(params.limit)} 个`,
  'min-items': items('至少'),
  'max-items': items('至多'),
  'media-reference': ({ model, params, value }) => {
    const refused = refusedReference(value, params.accepts)
    const why =
      refused === undefined
        ? `${sent(value)} 不是素材引用`
        : `${model} 不接受${refused === 'asset' ? '素材库 ID' : ' base64'}`
    return `${why}；请用 http 或 https 绝对地址${takesAssets(params.accepts) ? '，或 assetId://{id}' : ''}`
  },
  'media-base64': () => '是 base64：接口既允许又排除它，公开的 URL 更稳妥',
  'unknown-parameter': (mistake) => {
    const meant = nameMeant(mistake)
    return `${mistake.model} 没有此参数；${
      meant === undefined
        ? `可用 ${listed(mistake.parameters)}`
        : mistake.used.has(meant)
          ? `是否指已有的 ${meant}？`
          : `是否指 ${meant}？`
    }`
  },
  'prompt-han-limit': prompt((limit, unit) => `至多 ${limit} ${unit}`),
  'prompt-word-limit': prompt((limit, unit) => `至多 ${limit} ${unit}`),
  'prompt-length': prompt((limit) => `中文提示词至多 ${limit} 字，其他字符是否计入未说明`),
  'prompt-truncated': prompt((limit, unit) => `超出 ${limit} ${unit}的部分会被服务截断`),
  'prompt-advised-length': prompt((limit, unit) => `建议至多 ${limit} ${unit}`),
  'prompt-token': ({ module, model, parameter, params }) => {
    const [token, list] = [said(params.token), said(params.parameter)]
    const range = tokenRange(module, parameter, token, list)
    return range === undefined
      ? `${shortened(token)} 没有对应的 ${list}（现有 ${said(params.attached)} 项）；请补上素材或改编号`
      : `${shortened(token)} 不是 ${model} 的引用写法；${list} 的引用从 ${range[0]} 到 ${range[1]}`
  },
  'no-reference': ({ model }) => `${model} 的参数没有公布，因此未作任何检查`,
}

/** Findings in simplified Chinese. Names, values and sources stay as they are. */
export const chinese: Language = {
  rules,
  own: {
    'scenarios-mixed': '首尾帧与参考素材不能同时使用；请只用 first_image 和 last_image，或只用参考图片、视频和音频',
    'audio-alone': '不能只有音频；请至少加一个参考图片或参考视频',
    'last-image-alone': '只有尾帧而没有首帧，接口没有描述这种用法；请加上 first_image',
    'first-image-mode': '首帧应与 reference_mode 的 frame 一起使用；请把 reference_mode 设为 frame',
  },
  colon: '：',
  crowd: (names, rest) => (rest === 0 ? names.join('、') : `${names.join('、')} 等 ${names.length + rest} 个`),
  crowdUnknown: (model, parameters) => `也不是 ${model} 的参数；可用 ${listed(parameters)}`,
  more: (count) => `（另有 ${count} 处相同）`,
  noObject: (body) => `请求应为 JSON 对象，含 model 及其参数，而不是 ${sent(body)}`,
  noModel: (misnaming, example) => {
    const use = `请填写模型 ID，例如 ${example}`
    switch (misnaming.why) {
      case 'missing':
        return `必填；${use}`
      case 'null':
        return `不能为 null；${use}`
      case 'type':
        return `应为文本，而不是 ${sent(misnaming.value)}；${use}`
      case 'display-name':
        return `${sent(misnaming.value)} 是显示名称；请填写其模型 ID ${misnaming.suggestion}`
      case 'unknown':
        return `${sent(misnaming.value)} 不是模型 ID；${misnaming.suggestion === undefined ? use : `是否指 ${misnaming.suggestion}？`}`
    }
  },
}

const nouns: Record<string, string> = {
  string: '文本',
  integer: '整数',
  boolean: ' true 或 false',
  array: '数组',
  object: '对象',
}

const hint = (suggestion: JsonValue | undefined): string =>
  suggestion === undefined ? '' : `（是否指 ${JSON.stringify(suggestion)}？）`

/** What a parameter takes, in a few words. */
function taken({ type, allowed, minimum, maximum, maxLength, minItems = 0, maxItems, accepts }: Takes): string {
  if (allowed !== undefined) return ` ${listed(allowed)} 之一`
  if (type === 'integer')
    return `整数${minimum === undefined ? '' : `，最小 ${minimum}`}${maximum === undefined ? '' : `，最大 ${maximum}`}`
  if (type === 'boolean') return ' true 或 false'
  if (type !== 'array') return `文本${maxLength === undefined ? '' : `，至多 ${maxLength} 个字符`}`
  if (accepts === undefined) return '数组'
  const count =
    maxItems === undefined
      ? ''
      : maxItems <= Math.max(1, minItems)
        ? ` ${maxItems} 个`
        : ` ${minItems} 到 ${maxItems} 个`
  return `数组，含${count} http 或 https 地址${takesAssets(accepts) ? '或 assetId://{id}' : ''}`
}
