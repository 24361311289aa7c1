import type { ModelKind } from '@model-tasks/spec/catalogue'
import type { ExpectedJson } from '../json/fault.js'
import type { Place } from '../json/place.js'
import type { Verdict } from './verdict.js'

/** What is said of a pasted request, beside what validation says. */
export interface Words {
  tooLarge(megabytes: string, most: number): string
  expected: Record<ExpectedJson, string>
  notJson(place: Place, expected: string, got: string): string
  notObject(place: Place): string
  notExact(place: Place, number: string): string
  tooDeep: string
  closed(reason: string): string
  kind: Record<ModelKind, string>
  readAs(title: string): string
  untold(place: string): string
  notOfVendor(title: string, makes: string): string
  otherKind(makes: string, named: string, wanted: string): string
  /** The head of the models of one verdict. */
  head: Record<Verdict, (count: number) => string>
  summary(counts: Record<Verdict, number>): string
  advice: (message: string) => string
  credits(amount: string): string
  noPrice: string
}

const models = (count: number): string => `${count} ${count === 1 ? 'model' : 'models'}`

export const english: Words = {
  tooLarge: (megabytes, most) =>
    `The text has ${megabytes} MiB; a request has at most ${most}. Give media by URL, not as base64.`,
  expected: {
    value: 'a value',
    name: 'a name in double quotes',
    colon: 'a colon',
    ',}': 'a comma or }',
    ',]': 'a comma or ]',
    end: 'nothing more',
  },
  notJson: ({ line, column }, expected, got) =>
    `Line ${line}, column ${column}: expected ${expected}, got ${got === '' ? 'the end of the text' : got}`,
  notObject: ({ line, column }) =>
    `Line ${line}, column ${column}: expected an object with parameters, such as {"prompt": "A paper boat"}`,
  notExact: ({ line, column }, number) =>
    `Line ${line}, column ${column}: ${number} cannot be kept exactly; use a number from -9007199254740991 to 9007199254740991`,
  tooDeep: 'The JSON is nested too deeply to be checked; no model takes more than a few levels.',
  closed: (reason) => `cannot be invoked (${reason})`,
  kind: { video: 'a video', image: 'an image', audio: 'a sound', mesh: 'a 3D model' },
  readAs: (title) =>
    `Read as a request of ${title}, by what its words mean here. What is copied is a request of this service.`,
  untold: (place) => `${place} is dropped: no parameter here says the same`,
  notOfVendor: (title, makes) => `makes ${makes}, for which ${title} has no request`,
  otherKind: (makes, named, wanted) => `makes ${makes}; ${named}, which the request names, makes ${wanted}`,
  head: {
    accepts: (count) => `Accept it: ${count}`,
    changes: (count) => `After these changes: ${count}`,
    rejects: (count) => `Do not accept it: ${count}`,
    unknown: (count) => `Parameters not published, nothing checked: ${count}`,
  },
  summary: ({ accepts, changes, rejects, unknown }) =>
    `${models(accepts)} would accept it, ${changes} after changes, ${rejects} not; of ${unknown} the parameters are not published.`,
  advice: (message) => `advice: ${message}`,
  credits: (amount) => `${amount} credits`,
  noPrice: 'no price for this request',
}

export const chinese: Words = {
  tooLarge: (megabytes, most) => `文本有 ${megabytes} MiB，而请求至多 ${most} MiB。请用 URL 提供媒体，不要用 base64。`,
  expected: {
    value: '一个值',
    name: '双引号中的名称',
    colon: '冒号',
    ',}': '逗号或 }',
    ',]': '逗号或 ]',
    end: '到此结束',
  },
  notJson: ({ line, column }, expected, got) =>
    `第 ${line} 行第 ${column} 列：应为${expected}，实际为${got === '' ? '文本结尾' : ` ${got}`}`,
  notObject: ({ line, column }) => `第 ${line} 行第 ${column} 列：应为含有参数的对象，例如 {"prompt": "一只纸船"}`,
  notExact: ({ line, column }, number) =>
    `第 ${line} 行第 ${column} 列：${number} 无法精确表示；请使用 -9007199254740991 到 9007199254740991 之间的数`,
  tooDeep: 'JSON 嵌套过深，无法检查；任何模型都只有几层。',
  closed: (reason) => `不可调用（${reason}）`,
  kind: { video: '视频', image: '图片', audio: '音频', mesh: '3D 模型' },
  readAs: (title) => `按 ${title} 的请求读取，对应到本服务的参数。复制的是本服务的请求。`,
  untold: (place) => `去掉 ${place}：这里没有相应的参数`,
  notOfVendor: (title, makes) => `生成${makes}，而 ${title} 没有这样的请求`,
  otherKind: (makes, named, wanted) => `生成${makes}；请求所指的 ${named} 生成${wanted}`,
  head: {
    accepts: (count) => `可接受：${count}`,
    changes: (count) => `作以下改动后可接受：${count}`,
    rejects: (count) => `不接受：${count}`,
    unknown: (count) => `参数未公布，未作检查：${count}`,
  },
  summary: ({ accepts, changes, rejects, unknown }) =>
    `${accepts} 个模型会接受，${changes} 个改动后接受，${rejects} 个不接受；${unknown} 个模型的参数未公布。`,
  advice: (message) => `建议：${message}`,
  credits: (amount) => `${amount} 积分`,
  noPrice: '此请求无法计价',
}
