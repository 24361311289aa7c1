import { InputError } from '../../base/input-error.js'
import { namedMapping } from './named-mapping.js'
import { exampleFolder } from './results-folder.js'

/** What the command needs of the process. */
export interface FakeCommandParts {
  print: (line: string) => void
  /** Resolves when the process is told to stop. */
  stopped: Promise<void>
}

/**
 * `fake <protocol or file> [port] [seconds] [model…]`: serves a fake upstream until the process is stopped. Tasks take `seconds`
 * (default 5). With models it knows no others. Throws `InputError` for what was typed wrongly.
 */
export async function runFake(words: readonly string[], { print, stopped }: FakeCommandParts): Promise<void> {
  const [named = '', port = '8790', seconds = '5', ...models] = words
  const mapping = await namedMapping(named)
  const { serveFake } = await import('./serve-fake.js')
  const { exampleKey } = await import('./token-desk.js')
  const fake = await serveFake(mapping, {
    port: numberOf(port, 'the port', 65_535),
    duration: 1000 * numberOf(seconds, 'the seconds', 86_400),
    ...(models.length === 0 ? {} : { models }),
  })
  print(`A fake ${mapping.title} upstream is ready`)
  print(`  base URL  ${fake.baseUrl}`)
  const key = exampleKey(mapping.authentication, fake.baseUrl)
  print(`  key       ${key}`)
  print(`  tasks     complete after ${seconds} s; a prompt with [[fail: words]] fails with these words`)
  print(
    `  models    ${models.length > 0 ? `${models.join(', ')}; any other is answered as unknown` : 'any; name them after the seconds to have a list of models answered'}`,
  )
  for (const [name, values] of Object.entries(fake.lists))
    print(
      `  ${name.padEnd(10)}${values.slice(0, 3).join(', ')}${values.length > 3 ? `, … (${values.length} values)` : ''}`,
    )
  if (mapping.operations.video !== undefined && mapping.operations.image !== undefined)
    print(
      '  images    are made by a model whose ID ends in that of an image model here, such as my/beta-5.0, and on paths for images',
    )
  const agreed =
    mapping.webhooks?.signature?.key.by === 'setting' ? `, "webhookSecret": "${fake.webhookSecret ?? ''}"` : ''
  const folder = exampleFolder(mapping).resultsFolder
  const stored = folder === undefined ? '' : `, "resultsFolder": "${folder}"`
  print(
    `  settings  {"upstreams": [{"name": "fake", "protocol": "${mapping.protocol}", "url": "${fake.baseUrl}", "key": "${key}"${agreed}${stored}}]}`,
  )
  await stopped
  await fake.close()
}

function numberOf(text: string, what: string, limit: number): number {
  const number = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && number <= limit) return number
  throw new InputError(`${what} must be a number from 0 to ${limit}, not "${text}"`)
}
