/** The few words the playground writes itself; the rest is in the page. */
const english = {
  remove: 'Remove',
  up: 'Move up',
  down: 'Move down',
  fine: 'No findings. This request would be accepted.',
  advised: 'Would be accepted, with advice.',
  closed: 'No findings, but this model cannot be invoked: the service would refuse.',
  oneError: '1 error: this request would be refused.',
  errors: (count: number) => `${count} errors: this request would be refused.`,
  linkCopied: 'Link copied',
  needsKey: 'Set an API key first.',
  badKey: 'The service does not take this key. Set another one.',
  unreachable: (address: string) =>
    `No answer from ${address}. The service may not be running there, the address may be wrong, or it may not allow requests from this page (CORS).`,
  noObject: 'This is no JSON object. Below stands the last request that was one; nothing is sent until this is mended.',
  sending: 'Sending',
  stop: 'Stop waiting',
  send: 'Send',
  failed: 'failed',
  credits: 'credits',
  open: 'Open the file',
  resume: 'The task goes on at the service. Its id:',
}

const chinese: typeof english = {
  remove: '移除',
  up: '上移',
  down: '下移',
  fine: '没有问题，此请求会被接受。',
  advised: '会被接受，但有建议。',
  closed: '没有问题，但此模型不可调用，服务会拒绝。',
  oneError: '1 个错误：此请求会被拒绝。',
  errors: (count) => `${count} 个错误：此请求会被拒绝。`,
  linkCopied: '链接已复制',
  needsKey: '请先填写 API 密钥。',
  badKey: '服务不接受此密钥，请换一个。',
  unreachable: (address) => `${address} 没有应答：服务可能没有运行，地址可能有误，或者它不允许来自本页的请求（CORS）。`,
  noObject: '这不是 JSON 对象。下方是最近一次有效的请求；改正之前不会发送。',
  sending: '发送中',
  stop: '停止等待',
  send: '发送',
  failed: '失败',
  credits: '积分',
  open: '打开文件',
  resume: '任务在服务端继续运行，其 ID：',
}

/** Whether this is a page in Chinese. */
export const inChinese = document.documentElement.lang.startsWith('zh')

export const words = inChinese ? chinese : english
