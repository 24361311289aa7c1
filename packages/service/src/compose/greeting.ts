import { relative } from 'node:path'
import type { Settings } from '../settings/settings.js'
import type { RunningService } from './running-service.js'

/** What an operator reads once the service runs: where it is, its first key, and what to try. */
export function greeting(
  service: Pick<RunningService, 'url' | 'baseUrl' | 'servesSite' | 'newKey' | 'dataDirectory'>,
  { upstreams }: Pick<Settings, 'upstreams'>,
): string {
  const nearby = relative('', service.dataDirectory)
  const folder = nearby === '' || nearby.startsWith('..') ? service.dataDirectory : nearby
  const lines = [
    `Model Tasks is ready (${(performance.now() / 1000).toFixed(2)} s)`,
    `  ${service.servesSite ? 'docs ' : 'start'}  ${service.url}/`,
    `  API    ${service.baseUrl}`,
    service.newKey === undefined
      ? ''
      : `  key    ${service.newKey}   (shown once; programs beside the service read it from ${folder}/local-credentials.json)`,
    `  data   ${folder}`,
    service.newKey === undefined ? '' : `\nIn a second terminal:\n  npx model-tasks ${firstCommand(upstreams)}`,
  ]
  return lines.filter((line) => line !== '').join('\n')
}

/** What to try first: a model that every catalogue has, unless the upstreams list others alone. */
function firstCommand(upstreams: Settings['upstreams']): string {
  const sample = 'sd_2.0_discount'
  const [first] = upstreams.some(({ models }) => models?.includes(sample) ?? true)
    ? []
    : upstreams.flatMap(({ models = [] }) => models)
  return first === undefined
    ? `run ${sample} prompt="A paper boat at dusk" duration=5 --out boat.mp4`
    : `models show ${first}`
}
