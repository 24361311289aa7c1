/** Texts by what they were made of: plain data, and all that the text depends on beside the generator itself. */
export interface Memory {
  recall: (inputs: readonly unknown[]) => string | undefined
  remember: (inputs: readonly unknown[], text: string) => void
}

/** What `make` makes of `inputs`: from the memory where it knows it, made anew without a memory. */
export type Keep = (inputs: () => readonly unknown[], make: () => string) => string

/** Keeps texts in a memory, which asks for what they are made of; without one nothing is kept. */
export function keepIn(memory: Memory | undefined): Keep {
  if (memory === undefined) return (_inputs, make) => make()
  return (inputs, make) => {
    const key = inputs()
    const known = memory.recall(key)
    if (known !== undefined) return known
    const text = make()
    memory.remember(key, text)
    return text
  }
}
