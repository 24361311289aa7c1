/** What other programs call commands that have another name here. */
const others: Readonly<Record<string, string>> = {
  ls: 'list',
  ps: 'list',
  tasks: 'list',
  status: 'get',
  show: 'get',
  create: 'submit',
  generate: 'run',
  rm: 'forget',
  delete: 'forget',
  stop: 'cancel',
  upload: 'assets upload',
  auth: 'config set',
  login: 'config set',
  logout: 'config remove',
  profiles: 'config list',
  credits: 'account',
  listen: 'webhook listen',
  webhooks: 'webhook listen',
}

const lettersOf = (word: string): string => [...word.toLowerCase()].sort().join('')

/** The command that a word most likely means which is none: by its name elsewhere, or by its letters in another order. */
export function commandFor(word: string, names: readonly string[]): string | undefined {
  const known = Object.hasOwn(others, word.toLowerCase()) ? others[word.toLowerCase()] : undefined
  if (known !== undefined) return known
  return names.find((name) => name.length > 2 && lettersOf(name) === lettersOf(word))
}
