/** The few words the playground writes itself; the rest is in the page. */
const english = {
  remove: 'Remove',
  up: 'Move up',
  down: 'Move down',
  fine: 'No findings. This request would be accepted.',
  advised: 'Would be accepted, with advice:',
  closed: 'No findings, but this model cannot be invoked: the service would reject the request.',
  oneError: '1 error: this request would be rejected. It is not sent.',
  errors: (count: number) => `${count} errors: this request would be rejected. It is not sent.`,
  needsKey: 'Set an API key first.',
  notObject: 'Expected a JSON object. The last valid request is shown below; nothing is sent until this is corrected.',
  reading: 'Reading',
  unreadable: 'The file cannot be read.',
  unknownFormat: 'not a picture, video or sound of a known format',
  urlsOnly: 'This parameter accepts public URLs only. Put the file on a host of your own and paste its URL.',
}

const chinese: typeof english = {
  remove: '移除',
  up: '上移',
  down: '下移',
  fine: '没有问题，此请求会被接受。',
  advised: '会被接受，但有建议：',
  closed: '没有问题，但此模型不可调用，服务会拒绝请求。',
  oneError: '1 个错误：此请求会被拒绝，不会发送。',
  errors: (count) => `${count} 个错误：此请求会被拒绝，不会发送。`,
  needsKey: '请先填写 API 密钥。',
  notObject: '应为 JSON 对象。下方是最近一次有效的请求；改正之前不会发送。',
  reading: '正在读取',
  unreadable: '无法读取此文件。',
  unknownFormat: '不是已知格式的图片、视频或音频',
  urlsOnly: '此参数只接受公开的 URL。请把文件放在自己的主机上并粘贴其 URL。',
}

/** Whether this is a page in Chinese. */
export const inChinese = document.documentElement.lang.startsWith('zh')

export const words = inChinese ? chinese : english
