import {
  commands,
  exampleLine,
  exitCodes,
  globalOptions,
  groups,
  optionForm,
  usageOf,
  type Command,
  type Options,
} from '@model-tasks/cli/commands'
import { markdownTable } from '../machines/table.js'
import type { Page } from '../page.js'
import type { Language } from '../texts/language.js'
import { translation, type Translation } from '../texts/translation.js'
import { prosePage } from './prose.js'

const words = {
  en: {
    title: 'Command line',
    lead: 'Every command of `model-tasks`, from its own definition. In a checkout: `npx model-tasks <command>`. Beside a service on the same machine, base URL and key are found by themselves; elsewhere set `MODEL_TASKS_BASE_URL` and `MODEL_TASKS_API_KEY`, or keep a profile with `model-tasks config set`.',
    argument: 'Argument',
    option: 'Option',
    meaning: 'Meaning',
    everywhere: 'Options of every command',
    exitCodes: 'Exit codes',
    code: 'Code',
    byDefault: (value: string) => ` (default ${value})`,
    groups: { Tasks: 'Tasks', Models: 'Models', Media: 'Media', Setup: 'Setup' },
  },
  zh: {
    title: '命令行',
    lead: '`model-tasks` 的全部命令，取自它们自己的定义。在检出目录中运行 `npx model-tasks <命令>`。与服务在同一台机器上时，会自动找到服务地址和密钥；否则请设置 `MODEL_TASKS_BASE_URL` 和 `MODEL_TASKS_API_KEY`，或用 `model-tasks config set` 保存配置。',
    argument: '参数',
    option: '选项',
    meaning: '含义',
    everywhere: '所有命令通用的选项',
    exitCodes: '退出码',
    code: '代码',
    byDefault: (value: string) => `（默认 ${value}）`,
    groups: { Tasks: '任务', Models: '模型', Media: '素材', Setup: '设置' },
  },
}

/** The words of a language: those of the page, and what the commands say of themselves. */
interface Words {
  said: (typeof words)['en']
  say: Translation['say']
}

const optionTable = (options: Options, { said, say }: Words): string[] => {
  const rows = Object.entries(options).map(([key, option]) => [
    `\`${optionForm(key, option)}\``,
    `${say(option.description)}${option.default === undefined ? '' : said.byDefault(option.default)}`,
  ])
  return rows.length === 0 ? [] : [markdownTable([said.option, said.meaning], rows), '']
}

const commandText = (command: Command, { said, say }: Words): string[] => [
  `### <a id="${command.name.replaceAll(' ', '-')}"></a>${command.name}`,
  '',
  say(command.description),
  '',
  '```sh',
  `model-tasks ${usageOf(command)}`,
  '```',
  '',
  ...(command.arguments.length === 0
    ? []
    : [
        markdownTable(
          [said.argument, said.meaning],
          command.arguments.map(({ name, description }) => [`\`${name}\``, say(description)]),
        ),
        '',
      ]),
  ...optionTable(command.options, { said, say }),
  ...(command.examples.length === 0
    ? []
    : [
        '```sh',
        ...command.examples.flatMap((example) => [`# ${say(example.does)}`, exampleLine(example, 'npx model-tasks')]),
        '```',
        '',
      ]),
]

/** The reference of the terminal: each command, its arguments, options and examples, as the command itself defines them. */
export const commandLinePage = (language: Language): Page => {
  const said = words[language.code]
  const { say, isEnglish } = translation('command-line', language)
  const visible = commands.filter(({ hidden }) => hidden !== true)
  const text = [
    `# ${said.title}`,
    '',
    said.lead,
    '',
    ...groups.flatMap((group) => [
      // A group may be called as one of its commands is.
      `## <a id="${group.toLowerCase()}-commands"></a>${said.groups[group]}`,
      '',
      ...visible.filter((command) => command.group === group).flatMap((command) => commandText(command, { said, say })),
    ]),
    `## ${said.everywhere}`,
    '',
    ...optionTable(globalOptions, { said, say }),
    `## ${said.exitCodes}`,
    '',
    markdownTable(
      [said.code, said.meaning],
      Object.values(exitCodes).map(({ code, meaning }) => [String(code), say(meaning)]),
    ),
    '',
  ].join('\n')
  return prosePage({ path: 'guides/command-line/', text, kind: 'guides', isEnglish }, language)
}
