import { inChinese } from '../in-chinese.js'

const english = {
  /** A status of the interface in words; any other is shown as it came. */
  status: (status: string) => status,
  sending: 'sending',
  stopped: 'not followed',
  unknown: 'outcome unknown',
  stop: 'Stop waiting',
  cancel: 'Cancel task',
  resume: 'Resume',
  again: 'Send again with the same key',
  reuse: 'Use this request',
  open: 'Open file',
  openNumbered: (number: number) => `Open file ${number}`,
  remove: 'Delete',
  /** What is announced of a task: by its prompt, its state. */
  announced: (name: string, state: string) => `“${name}”: ${state}.`,
  fileIsShown: 'The file is in the list of tasks.',
  credits: (amount: number) => (amount === 1 ? '1 credit' : `${amount} credits`),
  closed: 'The file can no longer be opened.',
  expired: 'The file can no longer be opened: its URL has expired, and the service has no other one.',
  needsConnection: (baseUrl: string) =>
    `The file cannot be opened: its URL has expired, or its host cannot be reached. Set the base URL ${baseUrl} and its API key, and a fresh URL is asked for.`,
  cannotShow: 'This browser cannot show the file here. The link opens or downloads it.',
  needsKey: 'Set the API key of this service to resume.',
  otherService: (baseUrl: string) => `This task belongs to ${baseUrl}. Set that base URL to resume.`,
  lost: 'The answer was lost: the service may have accepted the task. Look for it there before you submit the request again.',
  lostSafe: 'The answer was lost. This service keeps idempotency keys: sending again cannot create a second task.',
  notKept: 'This browser keeps nothing: note the task ID before you leave the page.',
  removeRunning:
    'This task may still run, and be charged. Its ID is kept nowhere else in this browser. Delete it from this list?',
  faulty: (times: number) =>
    `The service has not answered ${times === 1 ? 'the last query' : `the last ${times} queries`}. The task goes on there; this page keeps asking.`,
  badKey: 'The service rejects this key. Set another one.',
  unreachable: (address: string) =>
    `No answer from ${address}, and nothing was submitted. Check that the service is running there, that the address is right, and that the service allows requests from this page (CORS).`,
  rejectedAsset: 'The review rejected this file.',
  noAssets: 'This service has no asset library. Put the file on a host of your own and paste its URL.',

  // What is said when the client throws.
  said: (text: string) => `The service says: “${text}”.`,
  modelClosed: (reason: string) =>
    `This model is not open to the account of this key (${reason}). Use another model, or ask the operator of the service.`,
  invalid: 'The service rejected this request.',
  /** A finding of the service, whose message is English. */
  finding: (_rule: string, message: string) => message,
  forbidden: 'The service does not allow this with this key.',
  noCredits: 'The account has not enough credits for this request. No task was created.',
  unknownTask:
    'The service does not have this task: it was deleted there, belongs to the account of another key, or the service was set up anew.',
  noService: 'No Model Task Service answers at this base URL. The base URL ends before /v2.',
  conflict: 'The task has ended, or its idempotency key belongs to another request.',
  tooLarge: 'The request is larger than the service takes. Pass URLs in place of files.',
  tooMany: (seconds: number | undefined) =>
    seconds === undefined
      ? 'Too many requests. No task was created. Wait a while, then try again.'
      : `Too many requests. No task was created. Try again in ${seconds} s.`,
  httpStatus: (status: number) => `The service answered with HTTP status ${status}.`,
  unsent: 'The service could not be reached, and nothing was sent. Check that it is running, then try again.',
  noAnswer: 'The connection to the service broke before it answered.',
  notAService: 'What answered is not a Model Task Service. Check the base URL.',
  late: 'The service took too long, and the attempt was stopped. Try again.',
  taskFailed: (why: string) => `The task failed: ${why}`,
  taskFailedSilently: 'The task failed. The service gives no reason.',
  unexpected: (text: string) => `Internal error of this page: ${text}`,
}

const statuses = new Map([
  ['queued', '排队中'],
  ['processing', '处理中'],
  ['running', '处理中'],
  ['completed', '已完成'],
  ['failed', '已失败'],
])

/** What the service alone finds: the rest is known here before the request is sent. */
const findings = new Map([
  ['asset-unavailable', '此账户没有可用的该素材：请先上传，并等待审核通过。'],
  ['upstream-unsupported', '服务所用的上游不支持此值。'],
  ['price-unknown', '服务无法为此请求计价。'],
  ['number-range', '此数值超出可精确表示的范围。'],
])

const chinese: typeof english = {
  status: (status) => statuses.get(status) ?? status,
  sending: '发送中',
  stopped: '未在跟踪',
  unknown: '结果未知',
  stop: '停止等待',
  cancel: '取消任务',
  resume: '恢复',
  again: '用同一幂等键重发',
  reuse: '载入此请求',
  open: '打开文件',
  openNumbered: (number: number) => `打开文件 ${number}`,
  remove: '删除',
  announced: (name, state) => `“${name}”：${state}。`,
  fileIsShown: '文件在任务列表中。',
  credits: (amount) => `${amount} 积分`,
  closed: '文件无法再打开。',
  expired: '文件无法再打开：URL 已过期，服务也没有提供新的 URL。',
  needsConnection: (baseUrl) =>
    `文件无法打开：URL 已过期，或其主机无法访问。请填写服务地址 ${baseUrl} 及其 API 密钥，以获取新的 URL。`,
  cannotShow: '此浏览器无法在此显示该文件，可通过链接打开或下载。',
  needsKey: '请填写此服务的 API 密钥以恢复。',
  otherService: (baseUrl) => `此任务属于 ${baseUrl}。请填写该服务地址以恢复。`,
  lost: '响应丢失：服务可能已接受此任务。再次提交之前，请先在服务端查找。',
  lostSafe: '响应丢失。此服务保存幂等键：重发不会产生第二个任务。',
  notKept: '此浏览器不保存数据：离开页面前请记下任务 ID。',
  removeRunning: '此任务可能仍在运行并计费，其 ID 在此浏览器中没有别处保存。要从列表中删除吗？',
  faulty: (times) => `服务没有响应最近 ${times} 次查询。任务仍在服务端继续，本页会继续查询。`,
  badKey: '服务拒绝此密钥，请换一个。',
  unreachable: (address) =>
    `${address} 没有响应，没有提交任何任务。请检查服务是否在该地址运行、地址是否正确，以及服务是否允许来自本页的请求（CORS）。`,
  rejectedAsset: '审核拒绝了此文件。',
  noAssets: '此服务没有素材库。请把文件放在自己的主机上并粘贴其 URL。',

  said: (text) => `服务返回：“${text}”。`,
  modelClosed: (reason) => `此密钥所属的账户不能调用该模型（${reason}）。请换用其他模型，或联系服务的运营方。`,
  invalid: '服务拒绝了此请求。',
  finding: (rule, message) => `${findings.get(rule) ?? '服务不接受此值。'}服务返回：“${message}”。`,
  forbidden: '服务不允许用此密钥执行该操作。',
  noCredits: '账户余额不足，没有创建任务。',
  unknownTask: '服务中没有此任务：它可能已被删除，属于另一个密钥的账户，或者服务已重新搭建。',
  noService: '此服务地址没有 Model Task Service 响应。服务地址应止于 /v2 之前。',
  conflict: '任务已结束，或其幂等键已用于另一个请求。',
  tooLarge: '请求超过服务允许的大小。请用 URL 代替文件。',
  tooMany: (seconds) =>
    seconds === undefined
      ? '请求过于频繁，没有创建任务。请稍后再试。'
      : `请求过于频繁，没有创建任务。请在 ${seconds} 秒后再试。`,
  httpStatus: (status) => `服务返回 HTTP 状态码 ${status}。`,
  unsent: '无法连接服务，没有发送任何内容。请确认服务正在运行，然后重试。',
  noAnswer: '服务响应之前连接已断开。',
  notAService: '响应并非来自 Model Task Service。请检查服务地址。',
  late: '服务响应过慢，已停止等待。请重试。',
  taskFailed: (why) => `任务失败：${why}`,
  taskFailedSilently: '任务失败，服务没有给出原因。',
  unexpected: (text) => `本页内部错误：${text}`,
}

export const words = inChinese ? chinese : english

/** Whole sentences, one after the other. */
export const sentences = (...parts: string[]): string => parts.filter((part) => part !== '').join(inChinese ? '' : ' ')
