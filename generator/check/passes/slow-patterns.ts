import { createRequire } from 'node:module'
import { createContext, runInContext, type Context } from 'node:vm'
import type { analyse } from 'scslre'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { patternsOf, unportable } from '../patterns.js'

const require = createRequire(import.meta.url)

/** S090: patterns that take very long for some texts that do not match, by which a request would hold up whoever checks it. */
export function* slowPatterns(spec: Spec): Iterable<Mistake> {
  for (const { file, path, name, pattern } of patternsOf(spec)) {
    const slow = unportable(pattern) === undefined ? verdictOn(pattern) : undefined
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

function verdictOn(pattern: string): Verdict | undefined {
  if (!verdicts.has(pattern)) verdicts.set(pattern, shared(pattern) ?? tried(pattern))
  return verdicts.get(pattern)
}

/** Two repetitions that can share a run of one character, by analysis. */
function shared(pattern: string): Verdict | undefined {
  if ((pattern.match(/[*+{]/g)?.length ?? 0) < 2) return undefined
  // Only now, because few specifications have such patterns.
  const { analyse: find } = require('scslre') as { analyse: typeof analyse }
  const [report] = find(new RegExp(pattern), { reportTypes: { Move: false } }).reports
  if (report === undefined || report.type === 'Move') return undefined
  const both = report.type === 'Trade' ? [report.startQuant, report.endQuant] : [report.quant, report.parentQuant]
  const [left = '', right = ''] = both.sort((one, other) => one.start - other.start).map(({ raw }) => raw)
  const growth = report.exponential ? 'doubles with each' : 'grows with the square of their number'
  const fixed = report.fix()
  return {
    problem: `lets ${left} and ${right} share ${JSON.stringify(report.character.pick)} in many ways: the time for a string of them that does not match ${growth}`,
    ...(fixed === undefined ? {} : { hint: `Write ${fixed.source}, which accepts the same.` }),
  }
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
  for (;;) {
    const before = process.cpuUsage()
    try {
      runInContext('new RegExp(expression).test(text)', context, { timeout: patienceMilliseconds })
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
