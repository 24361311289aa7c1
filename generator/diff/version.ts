import type { DiffEvent, Step } from './event.js'

const steps: readonly Step[] = ['patch', 'minor', 'major']

/** The semver step a list of changes needs, or undefined when there are none. */
export function neededStep(events: readonly DiffEvent[]): Step | undefined {
  const highest = Math.max(-1, ...events.map((event) => steps.indexOf(event.step)))
  return steps[highest]
}

/** The lowest version that takes the step from `version`. Before 1.0.0 a major step is a minor one and any other a patch. */
export function nextVersion(version: string, step: Step): string {
  const [major, minor, patch] = parts(version)
  const taken = major === 0 && step === 'major' ? 'minor' : major === 0 ? 'patch' : step
  if (taken === 'major') return `${major + 1}.0.0`
  return taken === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

/** Whether version `after` is at least as far from `before` as the step asks for. */
export function isEnough(before: string, after: string, step: Step): boolean {
  const [needed, got] = [parts(nextVersion(before, step)), parts(after)]
  for (const index of [0, 1, 2] as const) {
    if (got[index] !== needed[index]) return got[index] > needed[index]
  }
  return true
}

function parts(version: string): [major: number, minor: number, patch: number] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return [major, minor, patch]
}
