import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { hasCode } from '../disk/error-code.js'

/** Where a process runs, as far as the system tells: only in the same place does its ID mean the same process. */
interface Place {
  readonly host: string
  /** One start of one kernel. */
  readonly boot: string
  /** The namespace of process IDs, which each container has for itself. */
  readonly namespace: string
  /** The installation of the operating system. */
  readonly machine: string
}

/** The namespace of process IDs of a system itself, outside of all containers (Linux: PROC_PID_INIT_INO). */
const outermost = '4026531836'

let place: Place | undefined
function here(): Place {
  const namespace = /\[(\d+)\]/.exec(link('/proc/self/ns/pid'))?.[1] ?? ''
  // Read once per namespace: a test has processes of several in one.
  if (place?.namespace !== namespace)
    place = {
      host: hostname().slice(0, 64),
      boot: read('/proc/sys/kernel/random/boot_id').replaceAll('-', ''),
      namespace,
      machine: digest(read('/etc/machine-id')),
    }
  return place
}

/**
 * This process, as entries and locks name their owner: where it runs, its process ID, and when it started where the system tells (Linux), with spaces
 * in between. Where it runs is the host and, where the system tells, the boot, the namespace of process IDs and the machine, with slashes in between.
 */
export function thisProcess(): string {
  const { host, boot, namespace, machine } = here()
  const itself = seesProcesses() ? process.pid : 'self'
  const where = [host, boot, namespace, machine].join('/').replace(/\/+$/, '')
  return [where, process.pid, startIn(`/proc/${itself}/stat`)].join(' ')
}

/**
 * What is proven of the owner of an entry or a lock. `unknown`: it ran on another host, in another container, or an earlier version
 * wrote it, so that nothing here shows whether it runs.
 */
export function ownerState(owner: string): 'running' | 'ended' | 'unknown' {
  const { host, boot, namespace, machine } = here()
  const [where = '', pid = '', start] = owner.split(' ')
  const [itsHost, itsBoot, itsNamespace, itsMachine = ''] = where.split('/')
  const runs = (): 'running' | 'ended' =>
    /^[1-9]\d*$/.test(pid) && isAlive(Number(pid)) && isStart(Number(pid), start) ? 'running' : 'ended'
  if (itsBoot === undefined) {
    // Written by an earlier version, which did not tell containers apart.
    if (itsHost !== host) return 'unknown'
    return namespace === '' || runs() === 'running' ? runs() : 'unknown'
  }
  if (itsBoot !== boot) {
    // Outside of containers, a machine that was started again runs nothing from before. Its ID alone does not name it: that
    // may come with the image of a container, or with that from which several virtual machines were made.
    const isSame = itsMachine === machine && machine !== '' && itsHost === host
    return isSame && itsNamespace === outermost && namespace === outermost ? 'ended' : 'unknown'
  }
  return itsNamespace === namespace && (boot !== '' || itsHost === host) ? runs() : 'unknown'
}

/** The namespace of process IDs of this process; empty where the system tells none. */
export function processNamespace(): string {
  return here().namespace
}

/** The host on which an owner runs, or ran. */
function hostOf(owner: string): string {
  return owner.split(/[ /]/)[0] ?? ''
}

/**
 * Words for an owner: its process and its host, and what keeps this process from seeing whether it runs.
 *
 * @internal
 */
export function formatOwner(owner: string): string {
  const host = hostOf(owner)
  const [, pid = ''] = owner.split(' ')
  const hidden = host === here().host && ownerState(owner) === 'unknown'
  return `process ${pid} on ${host}${hidden ? ' (in another container, before it was started again, or by an earlier version)' : ''}`
}

/** Whether an owner is proven to be a process that runs. */
export function isRunning(owner: string): boolean {
  return ownerState(owner) === 'running'
}

/** Whether a process of this machine runs. One that was killed does not, also where its exit code has not been collected yet. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, under another user.
    if (!hasCode(error, 'EPERM')) return false
  }
  // As in a container whose first process asks for none.
  return !seesProcesses() || statIn(`/proc/${pid}/stat`)[0] !== 'Z'
}

/** Whether a process that runs is the one that started then. Where that cannot be read it counts as the one. */
function isStart(pid: number, start: string | undefined): boolean {
  return !seesProcesses() || startIn(`/proc/${pid}/stat`) === start
}

/** Whether /proc shows the processes of this namespace: a container may still have that of its host, where it has one more ID per level. */
function seesProcesses(): boolean {
  return (sees ??= /^NSpid:\s+\d+$/m.test(read('/proc/self/status')))
}
let sees: boolean | undefined

/** When a process started, in ticks since boot; empty where the system does not tell. */
function startIn(path: string): string {
  return statIn(path)[19] ?? ''
}

/** What Linux tells of a process, from its state on; nothing elsewhere. */
function statIn(path: string): string[] {
  // The name in parentheses may hold spaces.
  return read(path).split(') ').at(-1)?.split(' ') ?? []
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

function link(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function digest(text: string): string {
  return text === '' ? '' : createHash('sha256').update(`model-tasks ${text}`).digest('hex').slice(0, 12)
}
