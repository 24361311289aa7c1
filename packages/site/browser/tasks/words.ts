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
  remove: 'Delete',
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
}

const statuses = new Map([
  ['queued', '排队中'],
  ['processing', '处理中'],
  ['running', '处理中'],
  ['completed', '已完成'],
  ['failed', '已失败'],
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
  remove: '删除',
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
}

export const words = document.documentElement.lang.startsWith('zh') ? chinese : english
