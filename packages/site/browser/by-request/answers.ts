import type { Language } from '@model-tasks/spec/messages'
import { placeName } from '@model-tasks/spec/measures/places'
import type { JsonObject } from '@model-tasks/documents/upstreams/interpreter'
import { checkRequest, type Finding } from '@model-tasks/validation'
import type { AskedModel } from '../../src/facts/priced-model.js'
import { amountOf, amountText } from '../amount.js'
import { readRequest } from './read.js'
import type { readVendor, VendorRequest } from './vendors.js'
import type { Verdict } from './verdict.js'
import type { Words } from './words.js'

/** What one model says to a request. */
export interface ModelAnswer {
  id: string
  verdict: Verdict
  /** Whether the request names it. */
  isNamed: boolean
  /** What has to be changed, or why no change helps: a sentence each. */
  says: string[]
  /** What is advised although the request would be accepted. */
  advice: string[]
  /** The request as this model takes it. */
  request?: Record<string, unknown>
  cost?: string
}

/** What a worker is asked: a text, and where the script is that reads vendors' requests. */
export interface AskedText {
  text: string
  vendors: string
}

/** What is said to a text: why it cannot be read, or what each model says to it, in groups by verdict. */
export type Answers =
  | { fault: string }
  | { summary: string; notes: string[]; groups: { head: string; verdict: Verdict; models: ModelAnswer[] }[] }

/** In which language answers are. Validation speaks the one it was bundled with unless it is told another. */
interface Speech {
  words: Words
  language?: Language
  /** Loads what reads the requests of vendors. */
  vendors: () => Promise<{ readVendor: typeof readVendor }>
}

/** A request that was read. */
interface Asked {
  body: Record<string, unknown>
  named: AskedModel | undefined
  /** The vendor in whose words it is; undefined for our own. */
  vendor: VendorRequest | undefined
}

interface Ranked {
  answer: ModelAnswer
  /** The smaller, the nearer: how much is lost, how much is changed, what it costs. */
  rank: [named: number, dropped: number, changed: number, amount: number]
}

const isError = ({ severity }: Finding): boolean => severity === 'error'
const messagesOf = (findings: Finding[]): string[] => findings.map(({ message }) => message)

/** The request with the model in front, as people write it. */
const addressedTo = (id: string, request: Record<string, unknown>): Record<string, unknown> => {
  const { model: _, ...parameters } = request
  return { model: id, ...parameters }
}

const answerOf = async (
  model: AskedModel,
  { body, named, vendor }: Asked,
  { words, language }: Speech,
): Promise<Ranked> => {
  const { id, kind, reference, closed } = model
  const isNamed = named === model
  const plain = (verdict: Verdict, says: string[]): Ranked => ({
    answer: { id, verdict, isNamed, says, advice: [] },
    rank: [isNamed ? 0 : 1, 0, 0, 0],
  })
  if (closed !== undefined) return plain('rejects', [words.closed(closed)])
  if (named !== undefined && named.kind !== kind)
    return plain('rejects', [words.otherKind(words.kind[kind], named.id, words.kind[named.kind])])
  if (!reference) return plain('unknown', [])
  const read = vendor === undefined ? { parameters: body, untold: [] } : vendor.of(id)
  if (read === undefined) return plain('rejects', [words.notOfVendor(vendor?.title ?? '', words.kind[kind])])
  const lost = read.untold.map((path) => words.untold(placeName(path)))
  const migration = await checkRequest(read.parameters, { as: id, ...(language === undefined ? {} : { language }) })
  const { changes, remaining, request = read.parameters } = migration
  if (remaining.some(isError)) return plain('rejects', messagesOf(remaining.filter(isError)))
  const amount = amountOf(model, request)
  return {
    answer: {
      id,
      verdict: changes.length + lost.length === 0 ? 'accepts' : 'changes',
      isNamed,
      says: [...lost, ...changes.map(({ message }) => message)],
      advice: messagesOf(remaining).map(words.advice),
      request: addressedTo(id, request),
      cost: amount === undefined ? words.noPrice : words.credits(amountText(model, amount)),
    },
    rank: [
      isNamed ? 0 : 1,
      changes.filter((change) => change.kind === 'dropped').length + lost.length,
      changes.length,
      amount ?? Infinity,
    ],
  }
}

const byRank = ({ rank: left }: Ranked, { rank: right }: Ranked): number => {
  const at = left.findIndex((value, index) => value !== right[index])
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

const verdicts: Verdict[] = ['accepts', 'changes', 'rejects', 'unknown']

/** Reads a request in our own words, unless a vendor's say more of it. */
const askedIn = async (
  body: Record<string, unknown>,
  models: readonly AskedModel[],
  { vendors }: Speech,
): Promise<Asked> => {
  const own = new Set(['model', ...models.flatMap(({ names }) => names)])
  const names = Object.keys(body)
  const share = names.filter((name) => own.has(name)).length / names.length
  // What was parsed is JSON.
  const vendor = share < 1 ? await (await vendors()).readVendor(body as JsonObject, share) : undefined
  const id = vendor === undefined ? body.model : vendor.named
  return { body, vendor, named: models.find((model) => model.id === id) }
}

/** What is said before the models: whose words a request is in, and that its model is not one. */
const notesOn = async ({ body, named, vendor }: Asked, { words, language }: Speech): Promise<string[]> => {
  if (vendor !== undefined) return [words.readAs(vendor.title)]
  if (named !== undefined || !Object.hasOwn(body, 'model')) return []
  return messagesOf((await checkRequest(body, language === undefined ? {} : { language })).findings)
}

/** What every model says to a pasted request. The models that take it come first, those that change it least before others, the cheaper before the dearer. */
export const answersTo = async (text: string, models: readonly AskedModel[], speech: Speech): Promise<Answers> => {
  const { words } = speech
  const read = readRequest(text, words)
  if ('fault' in read) return read
  const asked = await askedIn(read.body, models, speech)
  const ranked = (await Promise.all(models.map((model) => answerOf(model, asked, speech)))).toSorted(byRank)
  const of = (verdict: Verdict): ModelAnswer[] =>
    ranked.map(({ answer }) => answer).filter((answer) => answer.verdict === verdict)
  return {
    summary: words.summary({
      accepts: of('accepts').length,
      changes: of('changes').length,
      rejects: of('rejects').length,
      unknown: of('unknown').length,
    }),
    notes: await notesOn(asked, speech),
    groups: verdicts
      .map((verdict) => ({ head: words.head[verdict](of(verdict).length), verdict, models: of(verdict) }))
      .filter(({ models: some }) => some.length > 0),
  }
}
