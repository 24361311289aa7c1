/** What a careful person would write by hand for two models, with the same findings as ours but no prompt limits: the limit to reach. */
import { readFileSync } from 'node:fs'

export const name = 'hand-written'

export function moduleText(model) {
  return model.id === 'sd_2.0_discount' || model.id === 'gamma-1.1-t2v'
    ? readFileSync(new URL(`./hand/${model.id}.mjs`, import.meta.url), 'utf8').replace(
        '/* pattern */',
        `const reference = ${new RegExp(model.parameters.find((parameter) => parameter.kind === 'media')?.pattern ?? '')}`,
      )
    : undefined
}
