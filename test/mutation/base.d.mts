export function baseOf(named: string | undefined, git: (...words: string[]) => string | undefined): string | undefined
export function busiest(counts: Record<string, number>): string | undefined
