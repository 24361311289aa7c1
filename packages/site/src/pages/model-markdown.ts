import { fileNameOf } from '@model-tasks/spec/measures/file-name'
import type { Model } from '@model-tasks/spec/catalogue'
import { datedText } from '../facts/dates.js'
import { sourceLine } from '../facts/source.js'
import { markdownTable } from '../machines/table.js'
import { exampleBody } from '../samples/example.js'
import type { Texts } from '../texts/en.js'
import { fill } from '../texts/fill.js'
import type { Language } from '../texts/language.js'
import { leadOf } from './model-lead.js'
import { notesOf, parameterRow, statedOf, type ParameterRow } from './model-rows.js'
import { crossRules, mediaRules, promptRules, promptTokens } from './model-rules.js'

/** What the page needs beside the catalogue. */
interface Given {
  /** The completed task of the model, as JSON. */
  response: string
  /** From the page to the site's root. */
  root: string
}

const code = (text: string): string => `\`${text}\``

const severity = (advice: boolean, texts: Texts): string => (advice ? fill(texts.aside, { text: texts.advice }) : '')

/** A value with its name for people, where it has one. */
const named = ({ text, label }: NonNullable<ParameterRow['values']>[number], texts: Texts): string =>
  code(text) + (label === undefined ? '' : fill(texts.aside, { text: label }))

const taken = ({ values, phrase, small }: ParameterRow, texts: Texts): string =>
  [values?.map((value) => named(value, texts)).join(texts.listComma) ?? phrase ?? '', small ?? '']
    .filter((text) => text !== '')
    .join(' ')

const parameterTable = (model: Model, language: Language): string[] => {
  const { texts } = language
  const rows = model.parameters
    .map((parameter) => parameterRow(parameter, '', language))
    .map((row) => [
      code(row.name),
      `${row.type}${row.required ? `${texts.listComma}${texts.required}` : ''}`,
      taken(row, texts),
      [row.default === undefined ? '' : code(row.default), row.conditionalDefaults]
        .filter((text) => text !== '')
        .join(texts.semicolon),
      [
        row.description,
        row.dated,
        ...row.members.map(({ path, description }) => `${code(path)}${texts.colon}${description}`),
      ]
        .filter((text) => text !== '')
        .join(' '),
      row.source ?? '',
    ])
  const columns = [texts.parameter, texts.value, texts.takes, texts.defaultValue, texts.message, texts.source]
  return [`## ${texts.parameters}`, '', markdownTable(columns, rows), '']
}

const promptText = (model: Model, texts: Texts): string[] => {
  const rows = promptRules(model, texts).map(({ text, rule, advice, source }) => [
    `${text}${severity(advice, texts)}`,
    code(rule),
    source,
  ])
  const { tokens, tokenSource } = promptTokens(model, texts)
  return [
    ...(rows.length === 0
      ? []
      : [`## ${texts.promptRules}`, '', markdownTable([texts.limit, texts.rule, texts.source], rows), '']),
    ...(tokens.length === 0
      ? []
      : [
          `## <a id="tokens"></a>${texts.promptTokens}`,
          '',
          ...tokens.map(({ first, last, parameter }) => `- ${code(first)}–${code(last)} → ${code(parameter)}`),
          '',
          `${texts.source}${texts.colon}${tokenSource}`,
          '',
        ]),
  ]
}

const mediaText = (model: Model, texts: Texts): string[] => {
  const rows = mediaRules(model, texts).flatMap(({ parameters, limits, source }) =>
    limits.map(({ what, to, advice }) => [
      parameters.map(({ name }) => code(name)).join(texts.listComma),
      what,
      `${to}${severity(advice, texts)}`,
      source,
    ]),
  )
  return rows.length === 0
    ? []
    : [
        `## ${texts.mediaRules}`,
        '',
        texts.mediaRulesNote,
        '',
        markdownTable([texts.parameter, texts.fact, texts.limit, texts.source], rows),
        '',
      ]
}

const rulesText = (model: Model, texts: Texts): string[] => {
  const rules = crossRules(model, texts)
  return rules.length === 0
    ? []
    : [
        `## ${texts.crossRules}`,
        '',
        ...rules.flatMap(({ id, advice, message, source, examples }) => [
          `### <a id="r-${id}"></a>${id}${severity(advice, texts)}`,
          '',
          `${message} ${texts.source}${texts.colon}${source}`,
          '',
          ...examples.flatMap(({ label, json }) => [`- ${label}${texts.colon}${code(json)}`]),
          '',
        ]),
      ]
}

const notesText = (model: Model, language: Language): string[] => {
  const notes = notesOf(model, language)
  return notes.length === 0
    ? []
    : [
        `## ${language.texts.notes}`,
        '',
        ...notes.map(
          ({ text, source, parameter }) =>
            `- ${parameter === undefined ? '' : `${code(parameter)}${language.texts.colon}`}${text} — ${source}`,
        ),
        '',
      ]
}

const paragraph = (text: string): string[] => (text === '' ? [] : [text, ''])

/** The page of a model as Markdown, in the words of the page: the twin of a page in a language in which the generator writes none. */
export const modelMarkdown = (model: Model, language: Language, { response, root }: Given): string => {
  const { texts } = language
  const stated = statedOf(model, texts).map(({ label, text, source }) => [label, text, source])
  return [
    `# ${model.id}`,
    '',
    leadOf(model, language),
    '',
    ...paragraph(datedText(model, texts)),
    markdownTable(
      [texts.fact, texts.value, texts.source],
      [[texts.output, texts[model.kind], sourceLine(model.source, texts)], ...stated],
    ),
    '',
    ...(model.reference
      ? [
          ...parameterTable(model, language),
          ...promptText(model, texts),
          ...mediaText(model, texts),
          ...rulesText(model, texts),
        ]
      : [`**${texts.noReferenceBanner}${texts.fullStop}** ${texts.noReferenceText}`, '']),
    ...notesText(model, language),
    `## ${texts.request}`,
    '',
    '```json',
    JSON.stringify(exampleBody(model, language.code), null, 2),
    '```',
    '',
    `[${texts.samples}](samples.md)`,
    '',
    `## ${texts.response}`,
    '',
    texts.responseNote,
    '',
    '```json',
    response,
    '```',
    '',
    `- [${texts.jsonSchema}](${root}json-schema/${fileNameOf(model.id)}.schema.json)`,
    `- [${texts.vectors}](${root}vectors/${fileNameOf(model.id)}.json)`,
    '',
  ].join('\n')
}
