export const areas: Readonly<Record<string, { mutate: string[]; tests: string[] }>>
