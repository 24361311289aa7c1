import { readFile, readdir } from 'node:fs/promises'
import { cpus } from 'node:os'

/** Ticks that all processors have worked, and that they have existed. */
const machineTicks = () =>
  cpus().reduce(
    (sum, { times }) => {
      const busy = times.user + times.nice + times.sys + times.irq
      return { busy: sum.busy + busy, all: sum.all + busy + times.idle }
    },
    { busy: 0, all: 0 },
  )

/** Milliseconds in a tick of the kernel's accounts of processes. */
const tick = 10

/** What a line of `/proc/<pid>/stat` says: its process, the parent, and the milliseconds it and its ended children worked. */
const readStat = async (pid) => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name, in brackets, may hold anything.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return (
    fields && {
      pid,
      parent: Number(fields[1]),
      worked: fields.slice(11, 15).reduce((sum, n) => sum + Number(n) * tick, 0),
    }
  )
}

/** Milliseconds that this process and those below it have worked; undefined where the system keeps no such accounts. */
const ownWork = async () => {
  const names = await readdir('/proc').catch(() => [])
  const all = (
    await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => readStat(Number(name))))
  ).filter(Boolean)
  if (all.length === 0) return undefined
  const own = new Set([process.pid])
  for (let found = -1; found !== own.size;) {
    found = own.size
    for (const { pid, parent } of all) if (own.has(parent)) own.add(pid)
  }
  return all.filter(({ pid }) => own.has(pid)).reduce((sum, { worked }) => sum + worked, 0)
}

/** Begins to watch the machine. The answer says which share of its processors other processes used since; 0 where the system cannot tell. */
export const watchOthers = async () => {
  const [machine, own] = [machineTicks(), await ownWork()]
  return async () => {
    const [machineNow, ownNow] = [machineTicks(), await ownWork()]
    if (own === undefined || ownNow === undefined) return 0
    const busy = machineNow.busy - machine.busy - Math.max(0, ownNow - own)
    return Math.max(0, busy) / Math.max(1, machineNow.all - machine.all)
  }
}
