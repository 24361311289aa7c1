import type { JsonValue } from '@model-tasks/spec'
import { codePoints, formatValue, quoteValue, shorten } from './format.js'
import type { Language, MeasuredRule } from './language.js'
import { allowedBy, type Mistake } from './mistake.js'
import { acceptsAssets, rejectedForm } from './reference-forms.js'
import { nameMeant, renamedTo } from './suggest.js'
import { tokenRange } from './tokens.js'

const quote = (value: unknown): string => quoteValue(value, { array: '数组', object: '对象', nothing: '空' })
const join = (values: readonly JsonValue[]): string => values.map(formatValue).join('、')

const prompt =
  (tail: (limit: string, unit: string) => string) =>
  ({ params }: Mistake): string => {
    const unit = units[formatValue(params.count)] ?? '个字符'
    return `有 ${formatValue(params.actual)} ${unit}；${tail(formatValue(params.limit), unit)}`
  }

const units: Record<string, string> = { han: '个汉字', 'non-han': '个非汉字字符', words: '个英文单词' }

const items =
  (bound: string) =>
  ({ params, value }: Mistake): string =>
    `有 ${Array.isArray(value) ? value.length : 0} 项；${bound} ${formatValue(params.limit)} 项`

const accepts = ({ accepted }: Mistake): string => accepted?.phrase.zh ?? '值'

/** What to fill in. A space stands between Chinese and what is not. */
const fillIn = (words: string): string => `请填写${/^\p{Script=Han}/u.test(words) ? '' : ' '}${words}`

const rules: Language['rules'] = {
  required: (mistake, suggestion) =>
    suggestion === undefined || formatValue(suggestion) === accepts(mistake)
      ? `必填；${fillIn(accepts(mistake))}`
      : `必填；请填写，例如 ${formatValue(suggestion)}（${accepts(mistake)}）`,
  null: (mistake) =>
    `不能为 null；${fillIn(accepts(mistake))}${mistake.accepted?.required === true ? '' : '，或者省略'}`,
  type: ({ params, value }, suggestion) =>
    `应为${nouns[formatValue(params.type)] ?? formatValue(params.type)}，而不是 ${quote(value)}${hint(suggestion)}`,
  enum: (mistake, suggestion) => {
    const allowed = allowedBy(mistake)
    return `${mistake.model} 不提供 ${quote(mistake.value)}；可用 ${join(allowed)}${allowed.length > 1 ? hint(suggestion) : ''}`
  },
  minimum: ({ params, value }) =>
    `${quote(value)} 太小；${params.exclusive === true ? '应大于' : '最小为'} ${formatValue(params.limit)}`,
  maximum: ({ params, value }) =>
    `${quote(value)} 太大；${params.exclusive === true ? '应小于' : '最大为'} ${formatValue(params.limit)}`,
  'multiple-of': ({ params, value }, suggestion) =>
    `${quote(value)} 不是 ${formatValue(params.step)} 的倍数${suggestion === undefined ? '' : `；请用 ${formatValue(suggestion)}`}`,
  'min-length': ({ params, value }) => `${value === '' ? '为空' : '太短'}；至少写 ${formatValue(params.limit)} 个字符`,
  'max-length': ({ params, value }) => `有 ${codePoints(value)} 个字符；至多 ${formatValue(params.limit)} 个`,
  pattern: ({ params, value }) => `${quote(value)} 的形式不对；请用例如 ${quote(params.example)} 的形式`,
  format: (mistake) => `${quote(mistake.value)} 不是${accepts(mistake)}`,
  'min-items': items('至少'),
  'max-items': items('至多'),
  'unique-items': () => '与前面的元素重复；请删除',
  'media-reference': ({ model, params, value }) => {
    const form = rejectedForm(value, params.accepts)
    const why =
      form === undefined
        ? `${quote(value)} 不是素材引用`
        : `${model} 不接受${form === 'asset' ? '素材库 ID' : ' base64'}`
    return `${why}；请用 http 或 https 绝对地址${acceptsAssets(params.accepts) ? '，或 assetId://{id}' : ''}`
  },
  'media-base64': () => '是 base64：接口既允许又排除它，公开的 URL 更稳妥',
  'unknown-parameter': (mistake) => {
    const renamed = renamedTo(mistake)
    if (renamed !== undefined) return `已更名为 ${renamed}${mistake.used.has(renamed) ? '，后者已在请求中' : ''}`
    const meant = nameMeant(mistake)
    return `${mistake.model} 没有此参数；${
      meant === undefined
        ? `可用 ${join(Object.keys(mistake.siblings))}`
        : mistake.used.has(meant)
          ? `是否指已有的 ${meant}？`
          : `是否指 ${meant}？`
    }`
  },
  'parameter-deprecated': ({ params }) => deprecated(params),
  'model-deprecated': ({ model, params }) => `${model} ${deprecated(params)}`,
  'limit-upcoming': ({ params, value }) => `在 ${formatValue(params.from)} 之前可用；此后${limitWords(params, value)}`,
  'parameter-retired': ({ params }) => retired(params),
  'model-retired': ({ model, params }) => `${model} ${retired(params)}`,
  'limit-effective': ({ params, value }) => `自 ${formatValue(params.from)} 起不再可用；${limitWords(params, value)}`,
  'prompt-han-limit': prompt((limit, unit) => `至多 ${limit} ${unit}`),
  'prompt-word-limit': prompt((limit, unit) => `至多 ${limit} ${unit}`),
  'prompt-length': prompt((limit) => `中文提示词至多 ${limit} 字，其他字符是否计入未说明`),
  'prompt-truncated': prompt((limit, unit) => `超出 ${limit} ${unit}的部分会被服务截断`),
  'prompt-advised-length': prompt((limit, unit) => `建议至多 ${limit} ${unit}`),
  'prompt-token': (mistake) => {
    const { model, params } = mistake
    const [token, list] = [formatValue(params.token), formatValue(params.parameter)]
    const range = tokenRange(mistake, token)
    return range === undefined
      ? `${shorten(token)} 没有对应的 ${list}（现有 ${formatValue(params.attached)} 项）；请补上素材或改编号`
      : `${shorten(token)} 不是 ${model} 的引用写法；${list} 的引用从 ${range[0]} 到 ${range[1]}`
  },
  'no-reference': ({ model }) => `${model} 的参数没有公布，因此未作任何检查`,
}

function limitWords({ allowed, side, limit }: Mistake['params'], value: unknown): string {
  if (Array.isArray(allowed)) return `可用 ${join(allowed)}`
  const unit = Array.isArray(value) ? ' 项' : typeof value === 'string' ? ' 个字符' : ''
  return `${side === 'lower' ? '至少' : '至多'} ${formatValue(limit)}${unit}`
}

function retired({ until, replacedBy }: Mistake['params']): string {
  return `已于 ${formatValue(until)} 停用${replacedBy === undefined ? '' : `；请改用 ${formatValue(replacedBy)}`}`
}

function deprecated({ since, until, replacedBy }: Mistake['params']): string {
  const retired = until === undefined ? '' : `，${formatValue(until)} 起停用`
  return `自 ${formatValue(since)} 起不建议使用${retired}${replacedBy === undefined ? '' : `；请改用 ${formatValue(replacedBy)}`}`
}

const measured: Record<MeasuredRule, string> = {
  'media-bytes': '文件大小为',
  'media-width': '宽度为',
  'media-height': '高度为',
  'media-aspect-ratio': '宽高比为',
  'media-duration': '时长为',
  'media-frame-rate': '帧率为',
  'media-total-duration': '总时长为',
  'media-total-bytes': '总大小为',
}

/** Findings in simplified Chinese. Names, values and sources stay as they are. */
export const chinese: Language = {
  code: 'zh',
  rules,
  colon: '：',
  summarizeNames: (names, rest) => (rest === 0 ? names.join('、') : `${names.join('、')} 等 ${names.length + rest} 个`),
  summarizeUnknown: (model, parameters) => `也不是 ${model} 的参数；可用 ${join(parameters)}`,
  more: (count) => `（另有 ${count} 处相同）`,
  notAnObject: (body) => `请求应为 JSON 对象，含 model 及其参数，而不是 ${quote(body)}`,
  unknownModel: (unknown, example) => {
    const use = `请填写模型 ID，例如 ${example}`
    switch (unknown.why) {
      case 'missing':
        return `必填；${use}`
      case 'null':
        return `不能为 null；${use}`
      case 'type':
        return `应为字符串，而不是 ${quote(unknown.value)}；${use}`
      case 'display-name':
        return `${quote(unknown.value)} 是显示名称；请填写其模型 ID ${unknown.suggestion}`
      case 'renamed':
        return `${quote(unknown.value)} 已更名为 ${unknown.suggestion}；请填写后者`
      case 'unknown':
        return `${quote(unknown.value)} 不是模型 ID；${unknown.suggestion === undefined ? use : `是否指 ${unknown.suggestion}？`}`
    }
  },
  media: {
    measured: (rule, value, allowed) => `${measured[rule]} ${value}；应${allowed}`,
    binaryOnly: '，仅当 1 MB 按 1,048,576 字节计时可用',
    format: (name, allowed) => `格式为 ${name}；请用 ${allowed}`,
    discouraged: (name, allowed) => `不建议使用 ${name}；请用 ${allowed}`,
    unclear: (quoted) => `接口把每个文件限制为 "${quoted}"，但未说明单位；请使用较小的文件`,
  },
  changes: {
    renamed: (from, to) => `${from} 在该模型中名为 ${to}`,
    unknown: (parameter) => `去掉 ${parameter}：该模型没有此参数`,
    null: (parameter) => `去掉 ${parameter}：null 不是值`,
    shortened: (parameter, kept, from) => `${parameter} 只保留 ${from} 项中的前 ${kept} 项`,
    replaced: (parameter, from, to) => `${parameter}：${JSON.stringify(from)} 改为 ${JSON.stringify(to)}`,
    added: (parameter, value) => `${parameter}：补上必填参数的默认值 ${JSON.stringify(value)}`,
  },
}

const nouns: Record<string, string> = {
  string: '字符串',
  integer: '整数',
  number: '数',
  boolean: ' true 或 false',
  array: '数组',
  object: '对象',
}

const hint = (suggestion: JsonValue | undefined): string =>
  suggestion === undefined ? '' : `（是否指 ${JSON.stringify(suggestion)}？）`
