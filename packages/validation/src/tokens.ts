import type { JsonValue } from '@model-tasks/spec'
import type { ModelModule } from '@model-tasks/spec/validators'
import { takes } from './takes.js'

/**
 * The first and last token of the kind of `token` that a model knows, such as `@图片1` and `@图片9`; undefined when
 * `token` is between them, so that attaching what it names would mend it. Only the validator knows, so it is asked
 * with as many items attached as the parameter takes.
 */
export function tokenRange(
  module: ModelModule,
  prompt: string,
  token: string,
  parameter: string,
): [first: string, last: string] | undefined {
  const most = takes(module, parameter).maxItems ?? 0
  const prefix = token.replace(/\d+$/, '')
  const numbered = Array.from({ length: most }, (_, index) => `${prefix}${index + 1}`)
  const unknown = new Set<JsonValue | undefined>(
    module
      .validate({
        model: module.facts.model,
        [prompt]: [...numbered, token].join(' '),
        [parameter]: Array.from({ length: most }, () => 'https://example.com/'),
      })
      .flatMap(({ rule, params }) => (rule === 'prompt-token' ? [params.token] : [])),
  )
  const known = numbered.filter((each) => !unknown.has(each))
  const [first, last] = [known[0], known.at(-1)]
  return unknown.has(token) && first !== undefined && last !== undefined ? [first, last] : undefined
}
