import type { TaskView } from '../../domain/task/record.js'
import { resultName } from './result-key.js'
import type { UrlSigner } from './url-signer.js'

/** Fresh URLs of a task's files, the first of them first, below the address at which the service is reached. */
export function resultUrls({ id, result }: TaskView, origin: string, signer: UrlSigner): [string, ...string[]] {
  const urlOf = (contentType: string, number: number): string => {
    const name = resultName(id, contentType, number)
    return `${origin}/results/${name}?${signer.sign(name)}`
  }
  const { contentType = '', others = [] } = result ?? {}
  return [urlOf(contentType, 1), ...others.map((other, index) => urlOf(other.contentType, index + 2))]
}
