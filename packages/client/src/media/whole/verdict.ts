/**
 * What the bytes of a file prove: that it is whole as far as its format states its end, that it is cut or damaged, or neither
 * (`open`): then more may follow what is there.
 */
export type Verdict = 'whole' | 'open' | { fault: string }
