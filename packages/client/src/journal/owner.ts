import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { hasCode } from '../disk/error-code.js'

/** This process, as entries name their owner: host, process ID, and when it started where the system tells (Linux). */
export function thisProcess(): string {
  return [hostname(), process.pid, startOf(process.pid)].join(' ')
}

/**
 * Whether an owner is a process that runs. One on another host cannot be tested and counts as ended, as does one whose
 * process ID now belongs to a process that started at another time.
 */
export function isRunning(owner: string): boolean {
  const [host, pid, start] = owner.split(' ')
  return host === hostname() && /^[1-9]\d*$/.test(pid ?? '') && isAlive(Number(pid)) && start === startOf(Number(pid))
}

/** Whether a process of this machine runs. One that was killed does not, also where nobody has asked for its exit code yet. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, under another user.
    if (!hasCode(error, 'EPERM')) return false
  }
  // As in a container whose first process asks for none.
  return statOf(pid)[0] !== 'Z'
}

/** When a process started, in ticks since boot; empty where the system does not tell. */
function startOf(pid: number): string {
  return statOf(pid)[19] ?? ''
}

/** What Linux tells of a process, from its state on; nothing elsewhere. */
function statOf(pid: number): string[] {
  try {
    // The name in parentheses may hold spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}
