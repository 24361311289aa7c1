import { inChinese } from '../in-chinese.js'
import type { Outcome } from './service.js'

const english = {
  answer: (outcome: Outcome): string => {
    switch (outcome.kind) {
      case 'unreachable':
        return 'no connection'
      case 'lost':
        return 'answer lost'
      case 'busy':
        return `429, Retry-After: ${outcome.seconds}`
      case 'expired':
        return '403'
      case 'other':
        return String(outcome.status)
      default:
        return '200'
    }
  },
  meaning: (outcome: Outcome): string => {
    switch (outcome.kind) {
      case 'unreachable':
        return 'The service is stopped. What became of an earlier request does not follow from this.'
      case 'lost':
        return `The service has made ${outcome.task} and charged for it. The client cannot know that.`
      case 'busy':
        return 'The service has made nothing: after 429 the client may send again, once the time is over.'
      case 'declared':
        return outcome.keepsKeys
          ? 'The service keeps Idempotency-Keys: one key, one task.'
          : 'The service keeps no Idempotency-Keys: a second POST could be a second task.'
      case 'made':
        return `The service has made ${outcome.task}, for ${outcome.credits} credits.`
      case 'same':
        return `The service knows the key: it is ${outcome.task} again, and nothing is charged.`
      case 'found':
        return outcome.task === undefined
          ? 'The service has no task under this key.'
          : `The service has ${outcome.task} under this key. No POST is needed.`
      case 'state':
        return `The task is ${outcome.status}.`
      case 'expired':
        return 'The URL of the file has expired. The client asks the task for a fresh one.'
      case 'file':
        return `The file: ${outcome.bytes} bytes.`
      case 'other':
        return outcome.status === 402 ? 'The credits are used up. Start over.' : 'The service does not have this.'
    }
  },
  started: 'The program starts.',
  restarted: 'The program starts again, with the journal of the one before.',
  resumed: (handles: number, unresolved: number): string =>
    handles + unresolved === 0
      ? 'The journal has nothing to resume.'
      : `The journal has led to ${handles} ${handles === 1 ? 'task' : 'tasks'}; ${unresolved === 0 ? 'no submit is' : unresolved === 1 ? 'one submit is' : `${unresolved} submits are`} left open.`,
  fault: 'The wait goes on: a query has failed, and the task has not.',
  completed: (task: string, tasks: number, credits: number): string =>
    `The program has the file of ${task}. So far: ${tasks} ${tasks === 1 ? 'task' : 'tasks'}, ${credits} credits.`,
  identical:
    'Nothing was sent: the journal has the same request, which has not ended. This keeps a second click, and a program that starts anew, from paying twice.',
  unknown:
    'The program ends: whether a task exists is not known. The intent stays open in the journal. Resume it, or run it again and see it rejected.',
  failed: 'The program ends with an error.',
  killed: 'The program was killed. What it had recorded is in the journal.',
  nothingRuns: 'No program is running.',
  stopped: 'The service is stopped.',
  serviceStarted: 'The service is started again.',
  notLoaded: 'The script with the client could not be loaded. Check the connection and try again.',
  insecure: 'The journal needs Web Crypto, which a browser has on https or localhost only. Open the page there.',
  picture: (task: string): string => `A paper boat, the result of ${task}`,
}

const statuses: Readonly<Record<string, string>> = { queued: '排队中', processing: '处理中', completed: '已完成' }

const chinese: typeof english = {
  answer: (outcome) =>
    outcome.kind === 'unreachable' ? '无法连接' : outcome.kind === 'lost' ? '响应丢失' : english.answer(outcome),
  meaning: (outcome) => {
    switch (outcome.kind) {
      case 'unreachable':
        return '服务已停止。由此无法推断先前的请求结果如何。'
      case 'lost':
        return `服务已创建 ${outcome.task} 并计费，而客户端无从得知。`
      case 'busy':
        return '服务没有创建任务：收到 429 后，等待时间一过客户端就可以重发。'
      case 'declared':
        return outcome.keepsKeys
          ? '服务保存幂等键：一个键只对应一个任务。'
          : '服务不保存幂等键：第二个 POST 可能成为第二个任务。'
      case 'made':
        return `服务已创建 ${outcome.task}，计费 ${outcome.credits} 积分。`
      case 'same':
        return `服务认得这个键：返回的仍是 ${outcome.task}，不再计费。`
      case 'found':
        return outcome.task === undefined ? '服务在此键下没有任务。' : `服务在此键下有 ${outcome.task}，无需再发 POST。`
      case 'state':
        return `任务${statuses[outcome.status] ?? outcome.status}。`
      case 'expired':
        return '文件的 URL 已过期。客户端向任务查询新的 URL。'
      case 'file':
        return `文件：${outcome.bytes} 字节。`
      case 'other':
        return outcome.status === 402 ? '积分已用完，请重新开始。' : '服务没有此内容。'
    }
  },
  started: '程序启动。',
  restarted: '程序带着上一次留下的日志重新启动。',
  resumed: (handles, unresolved) =>
    handles + unresolved === 0
      ? '日志中没有需要恢复的内容。'
      : `由日志找到 ${handles} 个任务，${unresolved === 0 ? '没有提交悬而未决' : `${unresolved} 个提交悬而未决`}。`,
  fault: '继续等待：失败的是查询，而不是任务。',
  completed: (task, tasks, credits) => `程序已取得 ${task} 的文件。至此共 ${tasks} 个任务，${credits} 积分。`,
  identical: '没有发送任何内容：日志中有相同且尚未结束的请求。因此重复点击或重启程序都不会重复付费。',
  unknown: '程序结束：不知道任务是否存在。意图仍留在日志中。可以恢复它；再次运行则会被拒绝。',
  failed: '程序因错误而结束。',
  killed: '程序已被强行终止。它记录过的内容都在日志中。',
  nothingRuns: '没有程序在运行。',
  stopped: '服务已停止。',
  serviceStarted: '服务已重新启动。',
  notLoaded: '无法加载含客户端的脚本。请检查网络连接，然后重试。',
  insecure: '日志需要 Web Crypto，浏览器只在 https 或 localhost 上提供。请在那里打开本页。',
  picture: (task) => `纸船：${task} 的结果`,
}

export const words = inChinese ? chinese : english
