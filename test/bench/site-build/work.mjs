// Imported before a program: at its end it prints the processor seconds of the process with its children, and of its main thread.
import { readFileSync, readdirSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const statOf = (path) => {
  try {
    const text = readFileSync(path, 'utf8')
    // The name, in brackets, may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / 100 }
  } catch {
    // A process that ended meanwhile.
    return { parent: 0, seconds: 0 }
  }
}

if (isMainThread)
  process.on('exit', () => {
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => statOf(`/proc/${name}/stat`))
    const children = all.filter(({ parent }) => parent === process.pid).reduce((sum, { seconds }) => sum + seconds, 0)
    const { user, system } = process.cpuUsage()
    const pages = statOf(`/proc/self/task/${process.pid}/stat`).seconds
    console.log(JSON.stringify({ processor: (user + system) / 1e6 + children, pages }))
  })
