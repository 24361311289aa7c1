import type { TaskView } from '../task/record.js'
import { resultName } from './result-key.js'
import type { UrlSigner } from './url-signer.js'

/** A fresh URL of a task's result, below the address at which the service is reached. */
export function resultUrl(task: TaskView, origin: string, signer: UrlSigner): string {
  const name = resultName(task.id, task.result?.contentType ?? '')
  return `${origin}/results/${name}?${signer.sign(name)}`
}
