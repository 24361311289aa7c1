// Made from spec/meta by json-schema-to-typescript (npm run spec:types); not edited by hand.

export interface TextFile {
  han: TextRanges
  latin: TextRanges
  space: TextRanges
  blank: TextRanges
}
export type TextRanges = number[][]
