export function drawSample<Id>(ids: readonly Id[], count: number, seed: string | number): Id[]
export function interval(found: number, drawn: number, all: number): [number, number] | undefined
export function atMost(found: number, drawn: number): number
