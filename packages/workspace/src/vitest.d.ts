export function vitest(command: 'run' | 'watch', chosen: string[]): string[]
