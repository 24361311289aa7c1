import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Gateway } from './actors/gateway.js'
import { names } from './actors/operator.js'
import type { StoredTask } from './database.js'
import { decide, decisions } from './events/decide-restored.js'
import { eventOf } from './events/index.js'
import { undoLimits } from './events/limit-account.js'
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
  const scene = new Scene(world, timeline, plan)
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
    for (const { database } of scene.gateways) database.close()
    for (const machine of world.machines.values())
      for (const process of machine.processes) process.end('the world ends')
    await world.postgres?.close()
    rmSync(root, { recursive: true, force: true })
  }
}

async function play(plan: Plan, scene: Scene): Promise<Violation | undefined> {
  const { world, gateways } = scene
  let violation: Violation | undefined
  const watches = invariants.map(({ name, watch }) => ({ name, watch: watch(scene) }))
  const look = (kind: 'step' | 'committed' | 'rest'): void => {
    for (const { name, watch } of watches) {
      const what = violation === undefined ? watch[kind]?.() : undefined
      if (what !== undefined) violation = { invariant: name, what }
    }
  }
  const serving = new Set(gateways.flatMap(({ services }) => services).map(({ machine }) => machine))
  let version = 0
  world.afterStep = (owner) => {
    look('step')
    // No other code commits to a file; a server does so in the world's name.
    if (world.postgres === undefined && (owner === undefined || !serving.has(owner.machine))) return
    const now = gateways.reduce((sum, { database }) => sum + database.version, 0)
    if (now === version) return
    version = now
    look('committed')
  }
  const broken = (): boolean => violation !== undefined

  // Those behind others first: they give the keys by which they are asked.
  for (const gateway of gateways.toReversed()) await open(scene, gateway)

  let last = 0
  for (const { at, event, with: args } of plan.happenings) {
    last = Math.max(last, at)
    world.after(at, undefined, `event ${event}`, () => {
      eventOf(event).happen(scene, args)
    })
  }
  await world.run(broken, world.now + last + 5000)
  heal(scene)
  /** Whether nothing is under way any more but tasks that may wait. */
  const isAtRestBut = (mayWait: (gateway: Gateway, task: StoredTask) => boolean): boolean =>
    broken() ||
    (scene.allDesks.every(({ running }) => running.length === 0) &&
      gateways.every(
        (gateway) =>
          !gateway.facts.restoring &&
          gateway.services.every(({ isUp }) => isUp) &&
          gateway.database.version > 0 &&
          gateway.database
            .tasks()
            .every((task) => task.stage === 'ended' || task.stage === 'dead' || mayWait(gateway, task)),
      ))
  const isAtRest = (): boolean => isAtRestBut((gateway, task) => waitsBehind(scene, gateway, task))
  await restUntil(scene, isAtRest, patience)
  if (plan.happenings.some(({ event }) => event === 'limit-account')) undoLimits(scene)
  // No user waits longer at a terminal: what is left there is resumed at the end.
  for (const { running } of scene.allDesks) for (const { process } of running) process.end('killed')
  await restUntil(
    scene,
    () => isAtRestBut((gateway, task) => waitsBehind(scene, gateway, task) || isOfOtherAccount(scene, gateway, task)),
    restTime,
  )
  const askAll = async (): Promise<void> => {
    for (const name of names) scene.askForTasks(name)
    await world.run(broken, world.now + 2000)
  }
  const first = randomOf(`${plan.seed} end`).pick(decisions)
  // One behind another comes first, since the other waits for how its tasks end.
  for (const gateway of gateways.toReversed()) {
    const { database, configuration, service } = gateway
    for (const name of configuration.names) {
      const waits = (task: StoredTask): boolean =>
        task.stage !== 'ended' && isOfOtherAccount(scene, gateway, task, name)
      if (broken() || !database.tasks().some(waits)) continue
      // Only the account that has them can tell how they end.
      scene.tell(
        'operator',
        `changes the key of ${name} for a while to the one of its account "second", which has tasks there`,
      )
      gateway.restartWith(() => configuration.accounts.set(name, 'second'))
      await restUntil(scene, isAtRest, restTime)
      gateway.restartWith(() => configuration.accounts.set(name, 'first'))
      await world.run(() => false, world.now + 1000)
    }
    for (const decision of [first, ...decisions]) {
      if (broken() || !database.tasks().some(({ stage }) => stage === 'dead')) break
      await askAll()
      decide(scene, service, decision)
      await world.run(broken, world.now + 2000)
      await restUntil(scene, isAtRest, restTime)
    }
  }
  // By now nothing waits behind another gateway any more.
  await restUntil(scene, () => isAtRestBut(() => false), restTime)
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

/** Starts the services of a gateway, and has its operator make the accounts. */
async function open({ world }: Scene, { services, operator }: Gateway): Promise<void> {
  for (const service of services) service.start()
  const areUp = (): boolean => services.every(({ address }) => world.network.isTaken(address))
  await world.run(() => areUp() || services.some(({ process }) => process?.gone !== undefined), world.now + startTime)
  const [failed] = services.filter(({ isUp }) => !isUp)
  if (failed !== undefined) throw new Error(`${failed.name} did not start: ${failed.process?.gone}`)
  operator.open()
  await world.run(() => operator.isOpen, world.now + startTime)
  if (!operator.isOpen) throw new Error(`the accounts could not be made: ${String(operator.opening?.failure)}`)
}

/** Whether a task is at the second account of an upstream. */
function isOfOtherAccount(scene: Scene, gateway: Gateway, { reference }: StoredTask, upstream?: string): boolean {
  const isNamed = (id: string): boolean => reference?.includes(id) === true
  const { purchases, front, inner } = scene
  const second = inner?.operator.accounts.get('second')?.id
  return (
    purchases.all.some(
      (one) => one.account === 'second' && (upstream ?? one.upstream) === one.upstream && isNamed(one.id),
    ) ||
    (gateway === front &&
      (upstream ?? 'inner') === 'inner' &&
      inner?.database.tasks().some(({ id, account }) => account === second && isNamed(id)) === true)
  )
}

/** Whether a task is at the gateway behind this one, which itself waits with it for what an operator decides. */
function waitsBehind(scene: Scene, gateway: Gateway, { reference }: StoredTask): boolean {
  const { front, inner } = scene
  if (inner === undefined || gateway !== front || reference === undefined) return false
  const task = inner.database.tasks().find(({ id }) => reference.includes(id))
  return task !== undefined && (task.stage === 'dead' || isOfOtherAccount(scene, inner, task))
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
  const { world, gateways } = scene
  scene.tell('world', 'everything is put right')
  scene.healed = true
  world.network.clearTraps()
  world.postgres?.clearTraps()
  for (const machine of world.machines.values()) {
    machine.diskFull = false
    for (const process of machine.processes) process.thaw()
  }
  for (const { configuration, facts, services } of gateways) {
    for (const name of configuration.names) configuration.accounts.set(name, 'first')
    configuration.without.clear()
    if (facts.restoring) continue
    for (const service of services) {
      service.process?.end('stopped')
      scene.tell(service.name, 'starts')
      service.start()
    }
  }
}
