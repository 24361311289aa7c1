const english = {
  said: (text: string) => `The service says: “${text}”.`,
  modelClosed: (reason: string) =>
    `This model is not open to the account of this key (${reason}). Use another model, or ask the operator of the service.`,
  forbidden: 'The service does not allow this with this key.',
  credits: 'The account has not enough credits for this request. No task was created.',
  unknownTask:
    'The service has no such task: it was deleted there, belongs to the account of another key, or the service was set up anew.',
  noService: 'There is no Model Task Service at this base URL. It ends before /v2.',
  conflict: 'The task has ended, or its idempotency key belongs to another request.',
  tooLarge: 'The request is larger than the service takes. Pass URLs in place of files.',
  tooMany: (seconds: number | undefined) =>
    seconds === undefined
      ? 'Too many requests. No task was created. Wait a while, then try again.'
      : `Too many requests. No task was created. Try again in ${seconds} s.`,
  status: (status: number) => `The service answered with HTTP status ${status}.`,
  unsent: 'The service could not be reached, and nothing was sent. Check that it is running, then try again.',
  noAnswer: 'The connection to the service broke before it answered.',
  notAService: 'What answered is not a Model Task Service. Check the base URL.',
  late: 'The service took too long, and the attempt was stopped. Try again.',
  taskFailed: (why: string) => `The task failed: ${why}`,
  taskFailedSilently: 'The task failed. The service gives no reason.',
  unexpected: (text: string) => `Internal error of this page: ${text}`,
}

const chinese: typeof english = {
  said: (text) => `服务返回：“${text}”。`,
  modelClosed: (reason) => `此密钥所属的账户不能调用该模型（${reason}）。请换用其他模型，或联系服务的运营方。`,
  forbidden: '服务不允许用此密钥执行该操作。',
  credits: '账户余额不足，没有创建任务。',
  unknownTask: '服务中没有此任务：它可能已被删除，属于另一个密钥的账户，或者服务已重新搭建。',
  noService: '此服务地址没有 Model Task Service。服务地址应止于 /v2 之前。',
  conflict: '任务已结束，或其幂等键已用于另一个请求。',
  tooLarge: '请求超过服务允许的大小。请用 URL 代替文件。',
  tooMany: (seconds) =>
    seconds === undefined
      ? '请求过于频繁，没有创建任务。请稍后再试。'
      : `请求过于频繁，没有创建任务。请在 ${seconds} 秒后再试。`,
  status: (status) => `服务返回 HTTP 状态码 ${status}。`,
  unsent: '无法连接服务，没有发送任何内容。请确认服务正在运行，然后重试。',
  noAnswer: '服务响应之前连接已断开。',
  notAService: '响应并非来自 Model Task Service。请检查服务地址。',
  late: '服务响应过慢，已停止等待。请重试。',
  taskFailed: (why) => `任务失败：${why}`,
  taskFailedSilently: '任务失败，服务没有给出原因。',
  unexpected: (text) => `本页内部错误：${text}`,
}

const inChinese = document.documentElement.lang.startsWith('zh')

/** What the playground says when the client throws. */
export const failureWords = inChinese ? chinese : english

/** Whole sentences, one after the other. */
export const sentences = (...parts: string[]): string => parts.filter((part) => part !== '').join(inChinese ? '' : ' ')
