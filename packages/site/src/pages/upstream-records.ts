import { createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ContentError } from '../content-error.js'
import type { LanguageCode } from '../texts/code.js'

/** The records of `upstreams prove` that the pages of protocols show: `<protocol>.proof.json`, as the command wrote it. */
const records = new URL('../../content/upstream-records/', import.meta.url)

/** What is shown of a record. */
export interface UpstreamRecord {
  issued: string
  /** Of the mapping that was proven. */
  mapping_sha256: string
  service_version: string
  faults: { holds: boolean }[]
  /** Faults that tasks cannot meet at this protocol. */
  unmet: unknown[]
  cancels: { holds: boolean }[]
  live: object | null
  signed_by: string
  signature: string
}

const said = {
  en: {
    heading: 'Record of its proof',
    none: 'None: no record of `upstreams prove` is published here.',
    tried: (all: number, held: number) => `${all} faults tried at a fake, of which ${held} ended as they should`,
    unmet: (count: number) => `${count} cannot happen here`,
    cancels: (all: number, held: number) => `${all} cancels tried, of which ${held} ended as they should`,
    live: 'one task made by the vendor',
    never: 'no task made by the vendor',
    current: "It is of today's mapping.",
    earlier: 'It is of an earlier mapping than the one on this page.',
    whole: (date: string, version: string, facts: string, age: string, key: string) =>
      `${date}, version ${version}: ${facts}. ${age} Signed (Ed25519) with \`${key}\`.`,
    and: '; ',
  },
  zh: {
    heading: '验证记录',
    none: '无：此处没有发布 `upstreams prove` 的记录。',
    tried: (all: number, held: number) => `在模拟上游试了 ${all} 种故障，其中 ${held} 种按预期结束`,
    unmet: (count: number) => `${count} 种在此不会发生`,
    cancels: (all: number, held: number) => `试了 ${all} 次取消，其中 ${held} 次按预期结束`,
    live: '供应商完成过一个任务',
    never: '供应商没有执行过任务',
    current: '对应今天的映射。',
    earlier: '对应较早的映射，而不是本页的映射。',
    whole: (date: string, version: string, facts: string, age: string, key: string) =>
      `${date}，版本 ${version}：${facts}。${age}以 \`${key}\` 签名（Ed25519）。`,
    and: '；',
  },
} as const satisfies Record<LanguageCode, object>

/** The page of a protocol with what its record says. `digest`: the SHA-256 of its mapping today. */
export const withRecord = (markdown: string, protocol: string, digest: string, code: LanguageCode): string =>
  `${markdown.trimEnd()}\n\n## ${said[code].heading}\n\n${recordText(recordOf(protocol), digest, code)}\n`

/** What a record says, in one paragraph; without one, that there is none. */
export const recordText = (record: UpstreamRecord | undefined, digest: string, code: LanguageCode): string => {
  const texts = said[code]
  if (record === undefined) return texts.none
  const { issued, service_version: version, faults, unmet, cancels, live, signed_by: key } = record
  const held = (outcomes: readonly { holds: boolean }[]): number => outcomes.filter(({ holds }) => holds).length
  const facts = [
    texts.tried(faults.length, held(faults)),
    ...(unmet.length === 0 ? [] : [texts.unmet(unmet.length)]),
    ...(cancels.length === 0 ? [] : [texts.cancels(cancels.length, held(cancels))]),
    live === null ? texts.never : texts.live,
  ]
  const age = record.mapping_sha256 === digest ? texts.current : texts.earlier
  return texts.whole(issued.slice(0, 10), version, facts.join(texts.and), age, key)
}

const recordOf = (protocol: string): UpstreamRecord | undefined => {
  const path = fileURLToPath(new URL(`${protocol}.proof.json`, records))
  return existsSync(path) ? signedRecord(readFileSync(path, 'utf8'), path) : undefined
}

/** Reads a record. Throws for one whose signature does not fit what it says. */
export const signedRecord = (text: string, path: string): UpstreamRecord => {
  const { signature, ...signed } = JSON.parse(text) as UpstreamRecord
  const key = createPublicKey({ key: Buffer.from(signed.signed_by, 'base64'), format: 'der', type: 'spki' })
  if (!verify(null, Buffer.from(JSON.stringify(signed)), key, Buffer.from(signature, 'base64')))
    throw new ContentError(
      `${path} is not what its key has signed. Write it anew with: model-tasks-service upstreams prove`,
    )
  return { ...signed, signature }
}
