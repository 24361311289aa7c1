import type { Language } from '@model-tasks/spec/messages'
import { checkRequest, type Finding } from '@model-tasks/validation'
import type { AskedModel } from '../../src/facts/priced-model.js'
import { amountOf, amountText } from '../amount.js'
import { readRequest } from './read.js'
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

/** What is said to a text: why it cannot be read, or what each model says to it, in groups by verdict. */
export type Answers =
  | { fault: string }
  | { summary: string; notes: string[]; groups: { head: string; verdict: Verdict; models: ModelAnswer[] }[] }

/** In which language answers are. Validation speaks the one it was bundled with unless it is told another. */
interface Speech {
  words: Words
  language?: Language
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
  body: Record<string, unknown>,
  named: AskedModel | undefined,
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
  const migration = await checkRequest(body, { as: id, ...(language === undefined ? {} : { language }) })
  const { changes, remaining, request = body } = migration
  if (remaining.some(isError)) return plain('rejects', messagesOf(remaining.filter(isError)))
  const amount = amountOf(model, request)
  return {
    answer: {
      id,
      verdict: changes.length === 0 ? 'accepts' : 'changes',
      isNamed,
      says: changes.map(({ message }) => message),
      advice: messagesOf(remaining).map(words.advice),
      request: addressedTo(id, request),
      cost: amount === undefined ? words.noPrice : words.credits(amountText(model, amount)),
    },
    rank: [
      isNamed ? 0 : 1,
      changes.filter((change) => change.kind === 'dropped').length,
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

/** What every model says to a pasted request. The models that take it come first, those that change it least before others, the cheaper before the dearer. */
export const answersTo = async (text: string, models: readonly AskedModel[], speech: Speech): Promise<Answers> => {
  const { words, language } = speech
  const read = readRequest(text, words)
  if ('fault' in read) return read
  const { body } = read
  const named = models.find(({ id }) => id === body.model)
  const unknown =
    named === undefined && Object.hasOwn(body, 'model')
      ? (await checkRequest(body, language === undefined ? {} : { language })).findings
      : []
  const ranked = (await Promise.all(models.map((model) => answerOf(model, body, named, speech)))).toSorted(byRank)
  const of = (verdict: Verdict): ModelAnswer[] =>
    ranked.map(({ answer }) => answer).filter((answer) => answer.verdict === verdict)
  return {
    summary: words.summary({
      accepts: of('accepts').length,
      changes: of('changes').length,
      rejects: of('rejects').length,
      unknown: of('unknown').length,
    }),
    notes: messagesOf(unknown),
    groups: verdicts
      .map((verdict) => ({ head: words.head[verdict](of(verdict).length), verdict, models: of(verdict) }))
      .filter(({ models: some }) => some.length > 0),
  }
}
