/** The few words the playground writes itself; the rest is in the page. */
const english = {
  remove: 'Remove',
  up: 'Move up',
  down: 'Move down',
  fine: 'No findings. This request would be accepted.',
  advised: 'Would be accepted, with advice:',
  closed: 'No findings, but this model cannot be invoked: the service would reject the request.',
  errors: (count: number) => `${count} error${count === 1 ? '' : 's'}: this request would be rejected. It is not sent.`,
  needsKey: 'Set an API key first.',
  notKey: 'This is not an API key: it holds spaces or characters that no key has.',
  notAddress: 'Expected an http or https URL, such as https://example.com/api. Nothing was sent.',
  notJson: (line: number, got: string) =>
    `Line ${line}: expected valid JSON, got ${got === '' ? 'the end of the text' : got}. Nothing is sent until this is corrected.`,
  notObject: 'Expected a JSON object. Nothing is sent until this is corrected.',
  removeLong: (characters: number) => `Remove this text of ${characters.toLocaleString('en-US')} characters`,
  notExact: (number: string) =>
    `${number} cannot be kept exactly and would be sent as another number. Use a number from -9007199254740991 to 9007199254740991.`,
  brokenLink: 'The request in this link cannot be read: the link is incomplete.',
  reading: (file: string) => `Reading ${file}`,
  onItsWay: (field: string) => `A file for ${field} is still on its way. Nothing was sent.`,
  noScript: 'A script of this page could not be loaded, and nothing was sent. Check the connection and try again.',
}

const chinese: typeof english = {
  remove: '移除',
  up: '上移',
  down: '下移',
  fine: '没有问题，此请求会被接受。',
  advised: '会被接受，但有建议：',
  closed: '没有问题，但此模型不可调用，服务会拒绝请求。',
  errors: (count) => `${count} 个错误：此请求会被拒绝，不会发送。`,
  needsKey: '请先填写 API 密钥。',
  notKey: '这不是 API 密钥：其中含有空格或密钥不应有的字符。',
  notAddress: '应为 http 或 https 的 URL，例如 https://example.com/api。没有发送任何内容。',
  notJson: (line, got) =>
    `第 ${line} 行：应为有效的 JSON，实际为${got === '' ? '文本结尾' : ` ${got}`}。改正之前不会发送。`,
  notObject: '应为 JSON 对象。改正之前不会发送。',
  removeLong: (characters) => `移除这段 ${characters.toLocaleString('en-US')} 个字符的文本`,
  notExact: (number) =>
    `${number} 无法精确表示，会被发送为另一个数。请使用 -9007199254740991 到 9007199254740991 之间的数。`,
  brokenLink: '此链接中的请求无法读取：链接不完整。',
  reading: (file) => `正在读取 ${file}`,
  onItsWay: (field) => `${field} 的文件尚未就绪，没有发送任何内容。`,
  noScript: '本页的一个脚本未能加载，没有发送任何内容。请检查网络后重试。',
}

export const words = PAGE_LANGUAGE === 'zh' ? chinese : english
