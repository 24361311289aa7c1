import { createRequire } from 'node:module'
import { createContext, runInContext, type Context } from 'node:vm'
import type { analyse } from 'scslre'
import { kept } from '../../load/kept.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { patternsOf, unportable } from '../patterns.js'

const require = createRequire(import.meta.url)

/** S090: patterns that take very long for some texts that do not match, by which a request would hold up the process that checks it. */
export function* slowPatterns(spec: Spec): Iterable<Mistake> {
  for (const { file, path, name, pattern } of patternsOf(spec)) {
    const slow = unportable(pattern) === undefined ? slowness(pattern) : undefined
    if (slow === undefined) continue
    const { problem, hint } = slow
    const message = `the pattern of ${name} ${problem}`
    yield { code: 'S090', file, path, message, ...(hint === undefined ? {} : { hint }) }
  }
}

interface Verdict {
  problem: string
  hint?: string
}

const verdicts = new Map<string, Verdict | undefined>()

/** Why a pattern takes very long for some texts; undefined when it does not. The pattern is one that every engine reads. */
export function slowness(pattern: string): Verdict | undefined {
  if (!verdicts.has(pattern)) verdicts.set(pattern, shared(pattern) ?? tried(pattern))
  return verdicts.get(pattern)
}

/** Two repetitions that can share a run of one character, by analysis. */
function shared(pattern: string): Verdict | undefined {
  if ((pattern.match(/[*+{]/g)?.length ?? 0) < 2) return undefined
  const { version } = require('scslre/package.json') as { version: string }
  // Kept, because to load what analyses takes longer than to check a model.
  const found = JSON.parse(
    kept(['pattern', version, pattern], () => JSON.stringify(sharing(pattern))),
  ) as Sharing | null
  if (found === null) return undefined
  const { left, right, character, isExponential, fixed } = found
  const growth = isExponential ? 'doubles with each' : 'grows with the square of their number'
  return {
    problem: `lets ${left} and ${right} share ${JSON.stringify(character)} in many ways: the time for a string of them that does not match ${growth}`,
    ...(fixed === undefined ? {} : { hint: `Write ${fixed}, which accepts the same.` }),
  }
}

/** What the analysis says: two repetitions, a character that both take, and a pattern that accepts the same in other words. */
interface Sharing {
  left: string
  right: string
  character: string
  isExponential: boolean
  fixed?: string | undefined
}

function sharing(pattern: string): Sharing | null {
  const { analyse: find } = require('scslre') as { analyse: typeof analyse }
  const [report] = find(new RegExp(pattern), { reportTypes: { Move: false } }).reports
  if (report === undefined || report.type === 'Move') return null
  const both = report.type === 'Trade' ? [report.startQuant, report.endQuant] : [report.quant, report.parentQuant]
  const [left = '', right = ''] = both.sort((one, other) => one.start - other.start).map(({ raw }) => raw)
  const { character, exponential: isExponential } = report
  return { left, right, character: character.pick, isExponential, fixed: report.fix()?.source }
}

const repetitions = 40
/** So long that every pattern whose time does not double with each repetition is through. */
const patienceMilliseconds = 500

/** A character, or two of the pattern's characters, whose repetition takes the pattern too long, by trial. */
function tried(pattern: string): Verdict | undefined {
  if (!/[*+{]/.test(pattern)) return undefined
  const letters = [...new Set(pattern.match(/[A-Za-z0-9]/g) ?? [])]
  const pairs = [...new Set([...pattern.matchAll(/(?=([A-Za-z0-9]{2}))/g)].map(([, pair = '']) => pair))]
  const context = createContext({ expression: pattern, text: '' })
  for (const part of [...letters, ...pairs]) {
    context.text = `${part.repeat(repetitions)}\u0000`
    if (isThrough(context)) continue
    return {
      problem: `takes longer than anybody waits for ${repetitions} times ${JSON.stringify(part)}: its alternatives can split them in many ways`,
    }
  }
  return undefined
}

/** Whether the expression is through with the text in time. What another process takes of the machine is not counted. */
function isThrough(context: Context): boolean {
  // Longer each time: a process that gets little of the machine gets what it needs of it in the end.
  for (let timeout = patienceMilliseconds; ; timeout *= 2) {
    const before = process.cpuUsage()
    try {
      runInContext('new RegExp(expression).test(text)', context, { timeout })
      return true
    } catch (error) {
      if (!isTimeout(error)) throw error
      const { user, system } = process.cpuUsage(before)
      if ((user + system) / 1000 > patienceMilliseconds / 2) return false
    }
  }
}

/** Of a class of its own in each context. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
