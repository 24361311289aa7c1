import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { names } from './actors/operator.js'
import type { StoredTask } from './database.js'
import { decide, decisions } from './events/decide-restored.js'
import { eventOf } from './events/index.js'
import { invariants } from './invariants/index.js'
import type { Plan } from './plan.js'
import { Scene } from './scene.js'
import { openServer } from './shared-database.js'
import { Timeline } from './story/timeline.js'
import { randomOf } from './world/random.js'
import { installRuntime } from './world/runtime.js'
import { Trace } from './world/trace.js'
import { World } from './world/world.js'

/** What broke. */
export interface Violation {
  invariant: string
  what: string
}

/** What a run has shown. */
export interface Run {
  plan: Plan
  violation: Violation | undefined
  steps: number
  /** Of everything that happened; two runs of a plan have the same. */
  digest: string
  story: string[]
}

/**
 * How long a world may take to come up, to end what runs at terminals, to come to rest, and to take its users' last commands,
 * in milliseconds of its own time. A clock that was set back may keep a task waiting for an hour after a start.
 */
const [startTime, patience, restTime, lastTime] = [60_000, 60_000, 4_200_000, 120_000]

/** Runs a plan to its end, or to the first invariant that does not hold. */
export async function run(plan: Plan, write?: (line: string) => void): Promise<Run> {
  installRuntime()
  const root = mkdtempSync(join(tmpdir(), 'model-tasks-simulation-'))
  const trace = new Trace(write)
  const timeline = new Timeline()
  const world = new World(plan.seed, root, trace)
  if ((plan.services ?? 1) > 1) world.postgres = await openServer(world)
  const scene = new Scene(world, timeline, plan.services)
  const crash = (error: unknown): void => {
    world.crash(error)
  }
  process.on('uncaughtException', crash)
  try {
    const violation = await play(plan, scene)
    if (violation !== undefined) scene.tell('BROKEN', `${violation.invariant}: ${violation.what}`)
    return { plan, violation, steps: world.steps, digest: trace.digest(), story: timeline.lines }
  } finally {
    process.off('uncaughtException', crash)
    scene.database.close()
    for (const machine of world.machines.values())
      for (const process of machine.processes) process.end('the world ends')
    await world.postgres?.close()
    rmSync(root, { recursive: true, force: true })
  }
}

async function play(plan: Plan, scene: Scene): Promise<Violation | undefined> {
  const { world, service, services, configuration, operator, database } = scene
  let violation: Violation | undefined
  const watches = invariants.map(({ name, watch }) => ({ name, watch: watch(scene) }))
  const look = (kind: 'step' | 'committed' | 'rest'): void => {
    for (const { name, watch } of watches) {
      const what = violation === undefined ? watch[kind]?.() : undefined
      if (what !== undefined) violation = { invariant: name, what }
    }
  }
  let version = 0
  world.afterStep = (owner) => {
    look('step')
    // No other code commits to a file; a server does so in the world's name.
    if (world.postgres === undefined && owner?.machine !== service.machine) return
    const now = database.version
    if (now === version) return
    version = now
    look('committed')
  }
  const broken = (): boolean => violation !== undefined
  const isOpen = (): boolean => names.every((name) => (operator.accounts.get(name)?.keys.length ?? 0) > 0)

  for (const service of services) service.start()
  const areUp = (): boolean => services.every(({ address }) => world.network.isTaken(address))
  await world.run(() => areUp() || services.some(({ process }) => process?.gone !== undefined), startTime)
  const [failed] = services.filter(({ isUp }) => !isUp)
  if (failed !== undefined) throw new Error(`a service did not start: ${failed.process?.gone}`)
  operator.open()
  await world.run(isOpen, startTime)
  if (!isOpen()) throw new Error(`the accounts could not be made: ${String(operator.opening?.failure)}`)

  let last = 0
  for (const { at, event, with: args } of plan.happenings) {
    last = Math.max(last, at)
    world.after(at, undefined, `event ${event}`, () => {
      eventOf(event).happen(scene, args)
    })
  }
  await world.run(broken, world.now + last + 5000)
  heal(scene)
  const upstreams = [...configuration.upstreamKeys.keys()]
  /** Whether nothing is under way any more but these tasks. */
  const isAtRestBut = (mayWait: (task: StoredTask) => boolean): boolean =>
    broken() ||
    (!scene.facts.restoring &&
      scene.allDesks.every(({ running }) => running.length === 0) &&
      services.every(({ isUp }) => isUp) &&
      database.version > 0 &&
      database.tasks().every((task) => task.stage === 'ended' || task.stage === 'dead' || mayWait(task)))
  const isAtRest = (): boolean => isAtRestBut(() => false)
  await restUntil(scene, isAtRest, patience)
  // No user waits longer at a terminal: what is left there is resumed at the end.
  for (const { running } of scene.allDesks) for (const { process } of running) process.end('killed')
  await restUntil(
    scene,
    () => isAtRestBut((task) => upstreams.some((name) => isOfOtherAccount(scene, name, task))),
    restTime,
  )
  for (const name of upstreams) {
    if (broken() || !database.tasks().some((task) => task.stage !== 'ended' && isOfOtherAccount(scene, name, task)))
      continue
    // Only the account that has them can tell how they end.
    scene.tell(
      'operator',
      `changes the key of ${name} for a while to the one of its account "second", which has tasks there`,
    )
    scene.restartWith(() => configuration.upstreamKeys.set(name, `${name}-second`))
    await restUntil(scene, isAtRest, restTime)
    scene.restartWith(() => configuration.upstreamKeys.set(name, `${name}-first`))
    await world.run(() => false, world.now + 1000)
  }
  const askAll = async (): Promise<void> => {
    for (const name of names) scene.askForTasks(name)
    await world.run(broken, world.now + 2000)
  }
  const first = randomOf(`${plan.seed} end`).pick(decisions)
  for (const decision of [first, ...decisions]) {
    if (broken() || !database.tasks().some(({ stage }) => stage === 'dead')) break
    await askAll()
    decide(scene, decision)
    await world.run(broken, world.now + 2000)
    await restUntil(scene, isAtRest, restTime)
  }
  if (!broken()) await askAll()
  for (const name of names) {
    if (broken()) break
    scene.tell(name, 'types resume, with the current key, now that everything is well')
    scene.desk(name).type(['resume'], scene.keyOf(name))
    await restUntil(scene, isAtRest, lastTime)
  }
  if (!broken()) look('rest')
  return violation
}

/** Whether a task is at the second account of an upstream. */
function isOfOtherAccount({ purchases }: Scene, upstream: string, { reference }: StoredTask): boolean {
  return purchases.all.some(
    (one) => one.upstream === upstream && one.account === 'second' && reference?.includes(one.id) === true,
  )
}

/** Runs until the world is at rest; looks at that now and then, since it takes a query. */
async function restUntil(scene: Scene, isAtRest: () => boolean, atMost: number): Promise<void> {
  const { world } = scene
  const deadline = world.now + atMost
  while (world.now < deadline) {
    if (isAtRest()) return
    let steps = 0
    await world.run(() => ++steps > 200, deadline)
  }
}

/** Puts right what the happenings have left broken. */
function heal(scene: Scene): void {
  const { world, services, configuration } = scene
  scene.tell('world', 'everything is put right')
  scene.facts.healed = true
  world.network.clearTraps()
  world.postgres?.clearTraps()
  for (const machine of world.machines.values()) {
    machine.diskFull = false
    for (const process of machine.processes) process.thaw()
  }
  for (const name of configuration.upstreamKeys.keys()) configuration.upstreamKeys.set(name, `${name}-first`)
  configuration.without.clear()
  if (scene.facts.restoring) return
  for (const service of services) {
    service.process?.end('stopped')
    scene.tell(service.name, 'starts')
    service.start()
  }
}
