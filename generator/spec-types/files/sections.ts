// Made from spec/meta by json-schema-to-typescript (npm run spec:types); not edited by hand.

export interface SectionsFile {
  description: string
  sections: string[]
}
