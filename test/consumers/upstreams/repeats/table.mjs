/** The faults by the names that the kit has for them, in the order of the columns. */
const heads = {
  en: {
    client: 'client',
    reset: 'connection reset after the work',
    '500 after': '500 after the work',
    '503 before': '503 before the work',
    429: '429',
    timeout: 'no answer, until the client gives up',
    killed: 'service killed after the work, and started again',
    'lost on the way': 'answer lost between service and client',
  },
  zh: {
    client: '客户端',
    reset: '完成之后连接重置',
    '500 after': '完成之后 500',
    '503 before': '完成之前 503',
    429: '429',
    timeout: '没有响应，直到客户端放弃',
    killed: '完成之后服务被杀死并重新启动',
    'lost on the way': '响应在服务与客户端之间丢失',
  },
}

/** What the kit has seen, as Markdown. */
export function repeatsTable(rows, language) {
  const { client, ...faults } = heads[language]
  const line = (cells) => `| ${cells.join(' | ')} |`
  // Objects sort names of digits first; the order of the columns is this one.
  const names = ['reset', '500 after', '503 before', '429', 'timeout', 'killed', 'lost on the way']
  return [
    line([client, ...names.map((name) => faults[name])]),
    line(['---', ...names.map(() => '---')]),
    ...rows.map(({ client: name, cells }) => line([`\`${name}\``, ...names.map((fault) => cells[fault])])),
  ].join('\n')
}

/** A text whose tables are not aligned. */
export function plainTable(text) {
  return text.replace(/ +/g, ' ').replace(/-{3,}/g, '---')
}
