/** What a prompt asks of the sandbox itself, and the prompt without it. */
export interface Directives {
  /** The prompt as it is shown: directives taken out, spaces closed up. */
  prompt: string
  /** Message of `[[fail: message]]`; the first one counts. */
  fail?: string
  /** Sum of all `[[delay: 20s]]`, at most a day. */
  delayMilliseconds: number
}

const DIRECTIVE = /\[\[\s*(fail|delay)\s*:\s*([^\]]*?)\s*\]\]/giu
const TIME = /^(\d+(?:\.\d+)?)\s*(ms|s|min|h)$/u
const UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 }
const DAY = 86_400_000

/**
 * Reads the sandbox's directives out of a prompt.
 * `[[fail: message]]` makes the task fail with that message, `[[delay: 20s]]` (`ms`, `s`, `min`, `h`) makes it wait first.
 * What is not understood stays in the prompt, so that a slip is seen in the picture.
 */
export function readDirectives(prompt: string): Directives {
  let fail: string | undefined
  let delayMilliseconds = 0
  const shown = prompt.replace(DIRECTIVE, (whole, name: string, value: string) => {
    if (name.toLowerCase() === 'fail') {
      fail ??= value === '' ? 'failed as the prompt asked' : value
      return ' '
    }
    const milliseconds = readTime(value)
    if (milliseconds === undefined) return whole
    delayMilliseconds = Math.min(DAY, delayMilliseconds + milliseconds)
    return ' '
  })
  const directives: Directives = { prompt: shown.replace(/\s+/gu, ' ').trim(), delayMilliseconds }
  if (fail !== undefined) directives.fail = fail
  return directives
}

function readTime(text: string): number | undefined {
  const [, amount, unit] = TIME.exec(text) ?? []
  const factor = unit === undefined ? undefined : UNIT[unit]
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor
}
