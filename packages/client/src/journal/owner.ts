import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

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
  if (host !== hostname() || !/^[1-9]\d*$/.test(pid ?? '')) return false
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    // EPERM: it runs, under another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return start === startOf(Number(pid))
}

/** When a process started, in ticks since boot; empty where the system does not tell. */
function startOf(pid: number): string {
  try {
    // The name in parentheses may hold spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
