import type { Json, Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { loaders } from '@model-tasks/documents/upstreams'
import { expect, test } from 'vitest'
import { matchRoute, routesOf, type RouteAction } from '../src/edge/protocol/routes.js'
import type { TaskKind } from '../src/domain/task/record.js'

async function mappingOf(protocol: string): Promise<Mapping> {
  return (await loaders[protocol as keyof typeof loaders]()).mapping
}

interface Seen {
  action: RouteAction
  kinds?: TaskKind[]
  id?: string
  model?: string
}

const [video, both] = [{ kinds: ['video' as const] }, { kinds: ['video' as const, 'image' as const] }]
const bedrockId = 'arn%3Aaws%3Abedrock%3Aus-east-1%3A123456789012%3Aasync-invoke%2Ftask_1'
const vertexQuery = '/publishers/google/models/veo-3:fetchPredictOperation'
const operation = 'projects/p/locations/l/publishers/google/models/veo-3/operations/task_1'
const action = (name: string) => ({ headers: { 'x-tc-action': name } })

test.each<[string, string, Seen | undefined, { body?: Json; headers?: Record<string, string> }?]>([
  ['flux', 'POST /flux-pro', { action: 'submit', ...both, model: 'flux-pro' }],
  ['flux', 'GET /get_result?id=task_1', { action: 'query', ...both, id: 'task_1' }],
  ['flux', 'GET /get_result', { action: 'query', ...both }],
  ['fal', 'POST /fal-ai/veo3/fast', { action: 'submit', ...both, model: 'fal-ai/veo3/fast' }],
  ['fal', 'GET /fal-ai/veo3/requests/task_1/status', { action: 'query', ...both, id: 'task_1', model: 'fal-ai/veo3' }],
  ['fal', 'PUT /fal-ai/veo3/requests/task_1/cancel', { action: 'cancel', ...both, id: 'task_1', model: 'fal-ai/veo3' }],
  ['bedrock', `GET /async-invoke/${bedrockId}`, { action: 'query', ...video, id: 'task_1' }],
  ['veo', 'POST /models/veo-3:predictLongRunning', { action: 'submit', ...video, model: 'veo-3' }],
  ['veo', 'GET /models/veo-3/operations/task_1', { action: 'query', ...video, id: 'task_1' }],
  [
    ...(['vertex', `POST ${vertexQuery}`, { action: 'query', ...video, id: 'task_1', model: 'veo-3' }] as const),
    { body: { operationName: operation } },
  ],
  ['vertex', `POST ${vertexQuery}`, { action: 'query', ...video, model: 'veo-3' }, { body: { operationName: 7 } }],
  ['replicate', 'POST /models/a/b/predictions', { action: 'submit', ...both, model: 'a/b' }],
  ['replicate', 'GET /models/a/b', { action: 'models', model: 'a/b' }],
  ['replicate', 'POST /predictions/task_1/cancel', { action: 'cancel', ...both, id: 'task_1' }],
  ['replicate', 'POST /files', { action: 'upload' }],
  [
    ...(['hunyuan', 'POST /', { action: 'submit', ...video, model: 'TextToVideo' }] as const),
    action('SubmitTextToVideoJob'),
  ],
  [
    ...(['hunyuan', 'POST /', { action: 'query', ...video, id: 'task_1', model: 'TextToVideo' }] as const),
    { body: { JobId: 'task_1' }, ...action('DescribeTextToVideoJob') },
  ],
  ['hunyuan', 'POST /', undefined, { body: { JobId: 'task_1' } }],
  [
    'azure',
    'POST /deployments/gpt-image/images/generations',
    { action: 'submit', kinds: ['image'], model: 'gpt-image' },
  ],
  ['openai-videos', 'GET /videos/task_1', { action: 'query', ...video, id: 'task_1' }],
  ['openai-videos', 'GET /videos/task_1/', { action: 'query', ...video, id: 'task_1' }],
  ['openai-videos', 'GET /videos/%E4', { action: 'query', ...video, id: '%E4' }],
  ['openai-videos', 'GET /videos/task%5F1', { action: 'query', ...video, id: 'task_1' }],
  ['openai-videos', 'GET /videos/task_1/content', { action: 'content', ...video, id: 'task_1' }],
  ['openai-videos', 'DELETE /videos/task_1', { action: 'remove', ...video, id: 'task_1' }],
  ['openai-videos', 'GET /videos', { action: 'page', ...video }],
  ['openai-videos', 'POST /videos', { action: 'submit', ...video }],
  ['openai-videos', 'PUT /videos', undefined],
  ['openai-videos', 'GET /a/videos', undefined],
  ['openai-videos', 'GET /videos/task_1/other', undefined],
  ['openai-videos', 'POST /images/edits', { action: 'submit', kinds: ['image'] }],
  ['openrouter', 'GET /models?output_modalities=video', { action: 'models' }],
  ['dashscope', 'GET /api/v1/models?model=wan&page_no=1', { action: 'models' }],
  ['kling', 'GET /v1/videos/image2video/task_1', { action: 'query', ...video, id: 'task_1' }],
  ['wavespeed', 'POST /api/v3/a/b/c', { action: 'submit', ...video, model: 'a/b/c' }],
])('%s: %s is told from the other requests of the protocol', async (protocol, line, expected, more = {}) => {
  const [method = '', address = ''] = line.split(' ')
  const [path = '', query = ''] = address.split('?')
  const request = { method, path, query: new URLSearchParams(query), headers: {}, ...more }
  const match = matchRoute(routesOf(await mappingOf(protocol)), request)
  const { route, id, model } = match ?? { route: undefined, id: undefined, model: undefined }
  expect(route && { action: route.action, kinds: route.kinds, id, model }).toEqual(
    expected && { kinds: [], id: undefined, model: undefined, ...expected },
  )
})

test('no protocol has two routes that a request could take for the same', async () => {
  for (const protocol of Object.keys(loaders)) {
    const routes = routesOf(await mappingOf(protocol)).map(({ action: of, method, pattern, marks }) =>
      [of, method, pattern.source, ...marks.map((mark) => `${mark.name} ${mark.pattern.source}`)].join(' '),
    )
    expect(new Set(routes).size, protocol).toBe(routes.length)
  }
})
