/** Texts by what they were made of: plain data, and all that the text depends on beside the generator itself. */
export interface Memory {
  recall: (inputs: readonly unknown[]) => string | undefined
  remember: (inputs: readonly unknown[], text: string) => void
}
