import { readFile } from 'node:fs/promises'
import { here, root } from './paths.mjs'

/**
 * What tools get wrong about the published documents, with a way around. The steps fail when a fault is gone, and when
 * the page of the site does not show this table. `package` is where the lockfile of `folder` has its version.
 */
export const knownFaults = [
  {
    folder: 'openapi-tools',
    package: 'express-openapi-validator',
    en: [
      'Chooses the wrong model by the `discriminator`, so that it rejects valid requests.',
      'Delete `components.schemas.SubmitRequest.discriminator` before you pass the document.',
    ],
    zh: [
      '按 `discriminator` 选错模型，因而拒绝有效的请求。',
      '传入文档前删除 `components.schemas.SubmitRequest.discriminator`。',
    ],
  },
  {
    folder: 'openapi-tools',
    package: 'openapi-backend',
    en: [
      'Takes every OpenAPI 3.1 document for an invalid one and does not start.',
      'Set `quick: true`, or use `openapi-3.0.json`.',
    ],
    zh: ['把所有 OpenAPI 3.1 文档都当作无效文档，无法启动。', '设置 `quick: true`，或使用 `openapi-3.0.json`。'],
  },
  {
    folder: 'openapi-tools',
    package: 'openapi-zod-client',
    en: [
      'Ignores rules across parameters (`if`, `not`, `dependentRequired`): some invalid requests pass.',
      'Check requests with the published validators or schemas as well.',
    ],
    zh: [
      '忽略跨参数的规则（`if`、`not`、`dependentRequired`）：部分无效请求会通过。',
      '另用已发布的校验器或 schema 检查请求。',
    ],
  },
  {
    folder: 'openapi-tools',
    package: '@stoplight/prism-cli',
    en: [
      'Ignores the `discriminator`: `prism proxy --errors` answers a wrong request with 422 and reports each mistake once per model.',
      'Read only the entries for your model, or validate with the schema of that model.',
    ],
    zh: [
      '忽略 `discriminator`：`prism proxy --errors` 以 422 回应错误的请求，并为每个模型各报告一次。',
      '只看自己所用模型的条目，或用该模型的 schema 校验。',
    ],
  },
  {
    folder: 'json-schema-tools',
    package: 'json-schema-faker',
    en: [
      'Ignores rules across parameters and puts excluded characters into URLs: about one request in three is invalid.',
      'Drop what a validator rejects, or take requests from `vectors/`.',
    ],
    zh: [
      '忽略跨参数的规则，并在 URL 中放入被排除的字符：约三分之一的请求无效。',
      '丢弃校验器拒绝的请求，或使用 `vectors/` 中的请求。',
    ],
  },
  {
    folder: 'json-schema-tools',
    package: '@exodus/schemasafe',
    en: [
      'Mode `strong` demands a pattern or a format of every string, which a prompt does not have.',
      'Use the default mode, which accepts every schema.',
    ],
    zh: ['`strong` 模式要求每个字符串都有 pattern 或 format，而 prompt 没有。', '使用默认模式，它接受所有 schema。'],
  },
  {
    folder: 'openapi-typescript',
    package: 'openapi-typescript',
    en: [
      'Makes `TaskStatus | string` of a status, which TypeScript reduces to `string`: editors complete no state. hey-api, orval and kubb do the same.',
      'Compare with the type `TaskStatus`, which holds the known states.',
    ],
    zh: [
      '把状态生成为 `TaskStatus | string`，TypeScript 将其简化为 `string`：编辑器不会补全状态。hey-api、orval 和 kubb 也是如此。',
      '与只含已知状态的类型 `TaskStatus` 比较。',
    ],
  },
]

const heads = { en: ['tool', 'fault', 'workaround'], zh: ['工具', '问题', '解决办法'] }

/** The table of a language as Markdown, with the versions that the lockfiles pin. */
export async function faultTable(language) {
  const rows = await Promise.all(
    knownFaults.map(async (fault) => {
      const lock = JSON.parse(await readFile(`${here}/${fault.folder}/package-lock.json`, 'utf8'))
      const { version } = lock.packages[`node_modules/${fault.package}`]
      return [`\`${fault.package}\` ${version}`, ...fault[language]]
    }),
  )
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads[language]), line(heads[language].map(() => '---')), ...rows.map(line)].join('\n')
}

/** Fails when a page does not show the table as it is. */
export const faultPages = {
  name: 'known faults',
  async run() {
    for (const language of ['en', 'zh']) {
      const path = `packages/site/content/${language}/tools.md`
      const page = (await readFile(`${root}/${path}`, 'utf8')).replace(/ +/g, ' ').replace(/-{3,}/g, '---')
      if (!page.includes((await faultTable(language)).replace(/ +/g, ' ')))
        throw new Error(`${path} does not show the table of known-faults.mjs; it is:\n${await faultTable(language)}`)
    }
    return `${knownFaults.length} faults, each shown with its version on the site`
  },
}
