const form = /^[a-z]+\/[A-Za-z0-9_-]+(\.[a-z0-9]+)?$/

/** The key, when it is formed like `results/task_01.mp4`: a folder and a name that lead nowhere else. Throws when it is not. */
export function checkedKey(key: string): string {
  if (!form.test(key)) throw new Error(`"${key}" is not the key of a file`)
  return key
}

/** The name of a folder of such keys. Throws when it is not one. */
export function checkedFolder(name: string): string {
  if (!/^[a-z]+$/.test(name)) throw new Error(`"${name}" is not the folder of a file`)
  return name
}
