export interface Change {
  files: readonly string[]
  seed: number
  changed: readonly string[]
}
export function systemTestsOf(change: Change): string[]
export function consumersOf(
  change: Pick<Change, 'seed' | 'changed'>,
  steps: readonly { name: string; room?: string; reads?: unknown }[],
): string[]
export function drawn(names: readonly string[], seed: number, shares: number): string[]
export function roomsOf(path: string): string[]
export function changeHere(): Change | undefined
