/** What a diagnostic code means, in words for its page in the docs. */
export interface CodeFacts {
  code: string
  severity: 'error' | 'warning'
  title: string
  /** Why it matters. */
  explanation: string
  /** What to do, when the case itself suggests nothing better. */
  hint: string
}

/** Every mistake `checkSpec` knows. A code never changes its meaning; one that is no longer used is not given away again. */
export const diagnosticCodes = [
  {
    code: 'S001',
    severity: 'error',
    title: 'The file is not JSON',
    explanation: 'The text cannot be read as JSON: a comma too many or too few, a comment, an open bracket. Nothing else in the file is trusted until this is mended.',
    hint: 'Mend the syntax at this place.',
  },
  {
    code: 'S002',
    severity: 'error',
    title: 'A key is written twice',
    explanation: 'An object holds the same key twice. JSON readers keep one of them and drop the other without a word.',
    hint: 'Keep one of the two.',
  },
  {
    code: 'S003',
    severity: 'error',
    title: 'A file of the specification is missing',
    explanation: 'The specification needs this file: the other files rely on it, or the meta-schema that checks them is gone.',
    hint: 'Add the file.',
  },
  {
    code: 'S004',
    severity: 'error',
    title: 'A file has no place in the specification',
    explanation: 'Nothing reads this file. What it says would be lost.',
    hint: 'Move it where it belongs: a model to models/<model-id>.schema.json, anything else into the file that holds such facts.',
  },
  {
    code: 'S010',
    severity: 'error',
    title: 'A keyword is unknown',
    explanation: 'The meta-schema has no such keyword here. Most often it is a misspelling, and what it was meant to say would be lost.',
    hint: 'Correct the spelling, or remove the keyword. New kinds of facts are added to spec/meta first.',
  },
  {
    code: 'S011',
    severity: 'error',
    title: 'A keyword is missing',
    explanation: 'The meta-schema asks for a keyword that is not there.',
    hint: 'Add the keyword.',
  },
  {
    code: 'S012',
    severity: 'error',
    title: 'A fact has no source',
    explanation: 'Every fact names the section of the interface that states it, so that a reader can check it and a change of the interface can be followed.',
    hint: 'Add "x-source": { "section": "…", "item": "…" } with the heading, and the row or item, that states the fact.',
  },
  {
    code: 'S013',
    severity: 'error',
    title: 'null stands for something unknown',
    explanation: 'null says neither that there is no value nor that nobody knows. What the interface leaves open is written in words.',
    hint: 'Write { "unknown": "not shown" }, or leave the keyword out where it may be left out.',
  },
  {
    code: 'S014',
    severity: 'error',
    title: 'A value has the wrong form',
    explanation: 'The meta-schema asks for another type, another word or another shape at this place.',
    hint: 'See the description of the keyword in spec/meta.',
  },
  {
    code: 'S015',
    severity: 'error',
    title: 'A source names an unknown section',
    explanation: 'A source is the heading of a section of the interface, as spec/sections.json lists them, or the id of the model itself. With any other word nobody finds the fact again.',
    hint: 'Correct the heading, or add it to spec/sections.json.',
  },
  {
    code: 'S020',
    severity: 'error',
    title: 'File, title and model differ',
    explanation: 'The name of a model file, its title and the const of its model property are the same Model ID. When they differ, a request is checked against the wrong file.',
    hint: 'Use one Model ID in all three places.',
  },
  {
    code: 'S021',
    severity: 'error',
    title: 'Two models have the same identifier',
    explanation: 'Programming languages know models by identifiers made from their ids. Two ids give the same identifier, perhaps only in a language that ignores case or drops punctuation.',
    hint: 'Choose ids that differ in more than punctuation and case.',
  },
  {
    code: 'S022',
    severity: 'error',
    title: 'Two parameters have the same identifier',
    explanation: 'In languages that write parameters in another case, two parameters of one model become the same name.',
    hint: 'Choose names that differ in more than punctuation and case.',
  },
  {
    code: 'S023',
    severity: 'error',
    title: 'A display name is ambiguous',
    explanation: 'A display name is answered with the Model ID it belongs to. That works only when it belongs to one model and is no Model ID itself.',
    hint: 'Give the display name to one model only.',
  },
  {
    code: 'S024',
    severity: 'error',
    title: 'A rename contradicts the models',
    explanation: 'x-renamed-from records the Model IDs a model had before. An id that is still in use, or that two models claim, was not renamed.',
    hint: 'Remove the record, or the file of the old model.',
  },
  {
    code: 'S030',
    severity: 'error',
    title: 'A default is not allowed by its own parameter',
    explanation: 'The default is off the list of values, outside the range or of another type, so the service would refuse a request that relies on it.',
    hint: 'Correct the default, or the limit it breaks.',
  },
  {
    code: 'S031',
    severity: 'error',
    title: 'A lower limit is above the upper limit',
    explanation: 'No value can satisfy both limits.',
    hint: 'Exchange or correct the limits.',
  },
  {
    code: 'S032',
    severity: 'error',
    title: 'A required parameter is not defined',
    explanation: 'required names a parameter that properties does not have: every request would be refused.',
    hint: 'Define the parameter, or take it off required.',
  },
  {
    code: 'S033',
    severity: 'error',
    title: 'A keyword is set here and in the shared definition',
    explanation: 'Beside a $ref stands a keyword that the definition sets too. JSON Schema applies both, a reader expects the nearer one.',
    hint: 'Remove it here, or take it out of the shared definition.',
  },
  {
    code: 'S034',
    severity: 'error',
    title: 'A parameter has no clear type',
    explanation: 'After following its $ref a parameter is none of the kinds the catalogue knows: prompt, string, enum, integer, boolean, media or array.',
    hint: 'Give it a type, and for an array either x-media or x-items.',
  },
  {
    code: 'S035',
    severity: 'error',
    title: 'A pattern is not portable',
    explanation: 'The pattern uses something that regular expression engines read differently or not at all, such as \\p, \\s, \\d, \\w, look-around or a back-reference.',
    hint: 'Write the characters out as a class.',
  },
  {
    code: 'S036',
    severity: 'error',
    title: 'A prompt token names no reference',
    explanation: 'A prompt token refers to a media parameter of the same model, and no further than that parameter has items.',
    hint: 'Name a media parameter of the model, with a range within its maxItems.',
  },
  {
    code: 'S037',
    severity: 'error',
    title: 'A rule id is unknown',
    explanation: 'A limit names a finding that spec/findings.json does not have, so it would have no text and no severity in the docs.',
    hint: 'Use a rule of spec/findings.json, or add one there.',
  },
  {
    code: 'S040',
    severity: 'error',
    title: 'A $ref leads nowhere',
    explanation: 'The file or the place the reference names does not exist.',
    hint: 'Correct the path or the pointer after #.',
  },
  {
    code: 'S041',
    severity: 'error',
    title: 'A $ref leads back to itself',
    explanation: 'Following the reference never ends.',
    hint: 'Break the circle.',
  },
  {
    code: 'S042',
    severity: 'warning',
    title: 'A shared definition is used by nobody',
    explanation: 'No model refers to this definition. A reader would take it for a fact about some model.',
    hint: 'Remove it, or refer to it.',
  },
  {
    code: 'S050',
    severity: 'error',
    title: 'A rule names an unknown parameter',
    explanation: 'A rule speaks of a parameter the model does not have, or its condition reads a parameter it does not list. It would never break, or name the wrong field.',
    hint: 'Correct the name, and list under parameters each parameter the condition reads.',
  },
  {
    code: 'S051',
    severity: 'error',
    title: 'A rule has no valid or no invalid example',
    explanation: 'Examples are what tests of every language are made from. A rule without both kinds is a rule nobody has tried.',
    hint: 'Add at least one example that passes and one that breaks the rule.',
  },
  {
    code: 'S052',
    severity: 'error',
    title: 'An example contradicts its rule',
    explanation: 'A valid example breaks the rule, or an invalid one passes it.',
    hint: 'Move the example to the other list, or correct the condition.',
  },
  {
    code: 'S053',
    severity: 'error',
    title: 'An example is wrong for another reason',
    explanation: 'The example names a parameter the model does not have or a value it does not take, so it shows nothing about the rule.',
    hint: 'Use parameters and values the model takes.',
  },
  {
    code: 'S054',
    severity: 'error',
    title: 'Two rules have the same id',
    explanation: 'Findings report rules by id. Within a model an id stands for one rule, and generic findings keep theirs.',
    hint: 'Give the rule an id of its own.',
  },
  {
    code: 'S055',
    severity: 'error',
    title: 'A rule stands in the wrong list',
    explanation: 'allOf refuses requests in every JSON Schema library, so it holds errors only; x-advice holds advice only.',
    hint: 'Move the rule to the list of its severity.',
  },
  {
    code: 'S056',
    severity: 'error',
    title: 'A rule has no condition',
    explanation: 'A rule is if and then, not, or dependentRequired. With none of them it can never break.',
    hint: 'Add the condition beside x-rule.',
  },
  {
    code: 'S060',
    severity: 'error',
    title: 'A listed model has no file',
    explanation: 'The published list names a model that has no file in models/.',
    hint: 'Add spec/models/<model-id>.schema.json: npm run spec:new -- <model-id>.',
  },
  {
    code: 'S061',
    severity: 'error',
    title: 'A model contradicts the published list',
    explanation: 'The published list names the model, and its file says x-listed: false.',
    hint: 'Set x-listed to true, or take the model off the list in service.json.',
  },
  {
    code: 'S062',
    severity: 'error',
    title: 'An unknown extension is named',
    explanation: 'An endpoint belongs to an extension that service.json does not describe.',
    hint: 'Describe the extension under extensions, or correct the name.',
  },
  {
    code: 'S063',
    severity: 'error',
    title: 'An id is used twice',
    explanation: 'Ids of findings, unknowns, endpoints and extensions are unique, because links and programs rely on them.',
    hint: 'Give each its own id.',
  },
  {
    code: 'S064',
    severity: 'error',
    title: 'A task field and the models disagree',
    explanation: 'The Task says which models have an extra response field, and each model says which extras it has. They differ.',
    hint: 'Make x-models in task.schema.json and x-response-extras in the model files say the same.',
  },
] as const satisfies readonly CodeFacts[]

export type DiagnosticCode = (typeof diagnosticCodes)[number]['code']

/** What a code means. */
export function codeFacts(code: DiagnosticCode): CodeFacts {
  const facts = diagnosticCodes.find((entry) => entry.code === code)
  if (facts === undefined) throw new RangeError(`no such code: ${code}`)
  return facts
}
