import type { Declaration } from '../client-reference/declarations.js'
import { clientExamples } from '../client-reference/examples.js'
import { clientReference } from '../client-reference/kept.js'
import type { ClientEntry } from '../client-reference/read.js'
import { markdownTable } from '../machines/table.js'
import type { Page } from '../page.js'
import type { Language } from '../texts/language.js'
import { translation, type Translation } from '../texts/translation.js'
import { prosePage } from './prose.js'

const words = {
  en: {
    title: 'Client reference',
    lead: 'Everything `@model-tasks/client` exports, from its own declarations. How to install and begin: [quick start](/guides/quick-start/).',
    name: 'Name',
    type: 'Type',
    meaning: 'Meaning',
    errors: 'Errors',
    more: 'Further exports',
    comma: ', ',
    part: (title: string, reference: string) =>
      `${title}, from its own declarations: a part of the [client reference](${reference}).`,
    extends: 'Extends',
  },
  zh: {
    title: '客户端参考',
    lead: '`@model-tasks/client` 的全部导出，取自它自己的声明。安装与入门见[快速开始](/guides/quick-start/)。',
    name: '名称',
    type: '类型',
    meaning: '含义',
    errors: '错误',
    more: '其他导出',
    comma: '、',
    part: (title: string, reference: string) => `${title}，取自它自己的声明：[客户端参考](${reference})的一部分。`,
    extends: '继承自',
  },
}

const cell = (text: string): string => text.replace(/\s*\n+\s*/g, ' ')
const code = (text: string): string => (text === '' ? '' : `\`${text}\``)

/** The type of a property, without its name: a table names it in a column of its own. */
const typeOf = (name: string, signature: string): string =>
  signature
    .slice(name.length)
    .replace(/^\??: ?/, '')
    .replace(/^\?$/, '')

const isError = ({ kind, name }: Declaration): boolean => kind === 'class' && name.endsWith('Error')

/** The words of a language: those of the page, and what the declarations say; with the programs that both languages show. */
interface Words {
  said: (typeof words)['en']
  say: Translation['say']
  examples: Map<string, string>
}

const exampleOf = (name: string, { examples }: Words): string[] => {
  const example = examples.get(name)
  return example === undefined ? [] : ['```ts', example, '```', '']
}

const propertyTable = ({ members }: Declaration, { said, say }: Words): string =>
  markdownTable(
    [said.name, said.type, said.meaning],
    members.map(({ name, signature, description }) => [
      code(`${name}${signature.startsWith(`${name}?`) ? '?' : ''}`),
      cell(code(typeOf(name, signature))),
      cell(say(description)),
    ]),
  )

const importance = ['class', 'function', 'const', 'interface', 'type']

/** What one calls first, then what it takes and answers. */
const inOrder = (declarations: Declaration[]): Declaration[] =>
  declarations
    .filter((declaration) => !isError(declaration))
    .toSorted((left, right) => importance.indexOf(left.kind) - importance.indexOf(right.kind))

/** Characters of a line of code that fit beside the navigation. */
const lineWidth = 84

/** How many brackets are open after each character. */
const depthsOf = (signature: string): number[] => {
  let depth = 0
  return [...signature].map((character, at) => {
    const isArrow = character === '>' && signature[at - 1] === '='
    if ('([{<'.includes(character)) depth += 1
    if (')]}>'.includes(character) && !isArrow) depth -= 1
    return depth
  })
}

/** A signature with a line for each parameter, where it is too long for one. */
const wrapped = (signature: string): string => {
  if (signature.length <= lineWidth) return signature
  const depths = depthsOf(signature)
  const start = [...signature].findIndex((character, at) => character === '(' && depths[at] === 1)
  const end = depths.indexOf(0, start)
  if (start < 0) return signature
  const parameters = [...signature.slice(start + 1, end)]
    .map((character, at) => (character === ',' && depths[start + 1 + at] === 1 ? ',\n ' : character))
    .join('')
  return `${signature.slice(0, start)}(\n  ${parameters},\n)${signature.slice(end + 1)}`
}

/** A type with a line for each of what it may be, where it is too long for one or a union of objects. */
const typeText = (signature: string): string => {
  if (signature.length <= lineWidth && !/[=|] \| |\| \{/.test(signature)) return signature
  const depths = depthsOf(signature)
  const [name = '', value = ''] = signature.split(/ = (.*)/s)
  const cut = [...value].map((character, at) =>
    character === ' ' && depths[name.length + 3 + at] === 0 && /^ [|?:] /.test(value.slice(at, at + 3))
      ? '\n  '
      : character,
  )
  const isUnion = cut.join('').includes('\n  | ') && !value.startsWith('| ')
  return `${name} =${cut.includes('\n  ') && !isUnion && !value.startsWith('| ') ? ' ' : '\n  '}${isUnion ? '| ' : ''}${cut.join('')}`
}

const methods = ({ name: owner, members }: Declaration, language: Words): string[] =>
  members.flatMap(({ name, signature, description }) => [
    `### <a id="${owner}.${name}"></a>${name === 'constructor' ? `new ${owner}` : `${owner}.${name}`}`,
    '',
    '```ts',
    wrapped(name === 'constructor' ? signature.replace('new ', `new ${owner}`) : signature),
    '```',
    '',
    language.say(description),
    '',
    ...exampleOf(`${owner}.${name}`, language),
  ])

const declarationText = (declaration: Declaration, language: Words): string[] => {
  const { name, kind, description, signature, members } = declaration
  const { said, say } = language
  const head = [`## <a id="${name}"></a>${name}`, '', say(description), '']
  if (kind === 'class') return [...head, ...methods(declaration, language)]
  const base = declaration.extends === undefined ? [] : [`${said.extends} \`${declaration.extends}\`.`, '']
  if (members.length > 0) return [...head, ...base, propertyTable(declaration, language), '']
  const shown = kind === 'type' ? typeText(signature) : wrapped(signature)
  return [...head, '```ts', shown, '```', '', ...exampleOf(name, language)]
}

/** The line that imports names, or a line for each where it is too long. */
const importOf = (names: string[], entry: string): string => {
  const line = `import { ${names.join(', ')} } from '${entry}'`
  return line.length <= lineWidth ? line : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${entry}'`
}

/** The declarations of a page, after the line that imports what is not a type alone. */
const declarationsText = (entry: string, shown: Declaration[], language: Words): string[] => {
  const values = shown.filter(({ kind }) => kind !== 'interface' && kind !== 'type').map(({ name }) => name)
  return [
    ...(values.length === 0 ? [] : ['```ts', importOf(values, entry), '```', '']),
    ...shown.flatMap((declaration) => declarationText(declaration, language)),
  ]
}

const errorsText = (errors: Declaration[], { said, say }: Words): string[] => [
  markdownTable(
    [said.name, said.extends, said.meaning],
    errors.map((error) => [
      `<a id="${error.name}"></a>${code(error.name)}`,
      code(error.extends ?? ''),
      cell(say(error.description)),
    ]),
  ),
  '',
]

/** One page below the reference: what it is called, what it is about, and its text. */
interface Part {
  slug: string
  title: string
  declarations: Declaration[]
  text: string[]
}

/** The classes that have a page of their own, with what their methods take and answer. */
const ownPages = ['ModelTasks', 'TaskHandle']

/** A class, and the types that its signatures name. */
const around = (name: string, declarations: Declaration[]): Declaration[] => {
  const own = declarations.find((declaration) => declaration.name === name)
  const named = new Set(own?.members.flatMap(({ signature }) => signature.match(/\w+/g) ?? []))
  const others = declarations.filter(({ kind, name: other }) => /^(interface|type)$/.test(kind) && named.has(other))
  return own === undefined ? [] : [own, ...others]
}

const kebab = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()

/** The main entry point in pages of what belongs together, then each of the others as a page. */
const partsOf = ([main, ...others]: ClientEntry[], language: Words): Part[] => {
  if (main === undefined) return []
  const { said } = language
  const shown = inOrder(main.declarations)
  const taken = new Set<Declaration>()
  const classes = ownPages.map((name): Part => {
    const declarations = around(name, shown).filter((declaration) => !taken.has(declaration))
    for (const declaration of declarations) taken.add(declaration)
    return { slug: kebab(name), title: name, declarations, text: declarationsText(main.entry, declarations, language) }
  })
  const rest = shown.filter((declaration) => !taken.has(declaration))
  const errors = [main, ...others].flatMap(({ declarations }) => declarations.filter(isError))
  return [
    ...classes,
    { slug: 'errors', title: said.errors, declarations: errors, text: errorsText(errors, language) },
    { slug: 'more', title: said.more, declarations: rest, text: declarationsText(main.entry, rest, language) },
    ...others.map(({ entry, declarations }): Part => {
      const all = inOrder(declarations)
      const slug = entry.split('/').at(-1) ?? ''
      return { slug, title: entry, declarations: all, text: declarationsText(entry, all, language) }
    }),
  ]
}

const folder = 'guides/client/'

/** The reference of the TypeScript client: an index of all that its entry points export, and pages of what belongs together. */
export const clientReferencePages = (language: Language): Page[] => {
  const said = words[language.code]
  const { say, isEnglish } = translation('client', language)
  const parts = partsOf(clientReference(), { said, say, examples: clientExamples() })
  const index = parts.flatMap(({ slug, title, declarations }) => [
    `## [${title}](/${folder}${slug}/)`,
    '',
    declarations.map(({ name }) => `[\`${name}\`](/${folder}${slug}/#${name})`).join(said.comma),
    '',
  ])
  const page = (path: string, text: string[]): Page =>
    prosePage({ path, text: text.join('\n'), kind: 'more', isEnglish }, language)
  const overview = page(folder, [`# ${said.title}`, '', said.lead, '', ...index])
  // What is on the other pages is found there.
  return [
    { ...overview, entries: overview.entries?.slice(0, 1) ?? [] },
    ...parts.map(({ slug, title, text }) =>
      page(`${folder}${slug}/`, [`# ${title}`, '', said.part(title, `/${folder}`), '', ...text]),
    ),
  ]
}
