import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { expect, test } from 'vitest'
import type { S3Files } from '../src/keep/files/s3.js'
import { readSettings } from '../src/keep/read-settings.js'
import { unknownVariables } from '../src/settings/environment.js'
import { mediaReaders } from '../src/admit/media/media-check.js'
import { temporaryFolder } from './support/folder.js'
import { writeFileSync } from 'node:fs'

const folder = fileURLToPath(new URL('../deploy/', import.meta.url))
const root = join(folder, '../../..')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** A configuration file as the service reads it, with a value for each variable that it names. */
function settingsOf(content: string) {
  const path = join(temporaryFolder(), 'config.json')
  writeFileSync(path, content)
  return readSettings({ MODEL_TASKS_PROVIDER: 'relay', MODEL_TASKS_CONFIG: path, UPSTREAM_KEY: 'a-key' })
}

/** The instructions of a Dockerfile, continued lines joined, comments left out. */
function instructions(text: string): { name: string; words: string }[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...words] = line.split(' ')
      return { name, words: words.join(' ') }
    })
}

test('the image is built in stages, is not root, and holds no sandbox unless asked for', () => {
  const all = instructions(read('Dockerfile'))
  const known = [
    'FROM',
    'WORKDIR',
    'COPY',
    'RUN',
    'ARG',
    'LABEL',
    'ENV',
    'USER',
    'VOLUME',
    'EXPOSE',
    'HEALTHCHECK',
    'STOPSIGNAL',
    'ENTRYPOINT',
  ]
  expect(all.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'))
  expect(all.filter(({ name }) => name === 'FROM')).toHaveLength(2)
  for (const { words } of all.filter(({ name }) => name === 'FROM'))
    expect(words, 'a version is pinned').toMatch(/^\S+:\d/)
  const user = last.findIndex(({ name }) => name === 'USER')
  expect(last[user]?.words).toBe('node')
  expect(
    last.findIndex(({ name }) => name === 'ENTRYPOINT'),
    'the user comes before what is run',
  ).toBeGreaterThan(user)
  expect(all.find(({ name }) => name === 'ARG')?.words).toBe('SANDBOX=no')
  const environment = Object.fromEntries(
    last
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ words }) =>
        words
          .trim()
          .split(/ +/)
          .map((pair) => pair.split('=') as [string, string]),
      ),
  )
  expect(unknownVariables(environment)).toEqual([])
  for (const { words } of last.filter(({ name }) => ['ENTRYPOINT'].includes(name)))
    expect(() => JSON.parse(words) as unknown).not.toThrow()
  const script = /sh (\S+install\.sh)/.exec(read('Dockerfile'))?.[1] ?? ''
  expect(existsSync(join(root, script)), script).toBe(true)
  const entry = /node_modules\/@model-tasks\/service\/(\S+?\.js)/.exec(read('Dockerfile'))?.[1] ?? ''
  expect(existsSync(join(folder, '..', entry)), entry).toBe(true)
})

test('what is installed has the versions that are known to work', () => {
  const script = read('install.sh')
  const { peerDependencies } = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')) as {
    peerDependencies: Record<string, string>
  }
  for (const [name, version] of Object.entries(mediaReaders)) expect(script).toContain(`${name}@${version}`)
  for (const name of ['@aws-sdk/client-s3', '@aws-sdk/lib-storage'])
    expect(script).toContain(`${name}@${(peerDependencies[name] ?? '').replace('^', '')}`)
})

interface Compose {
  services: Record<
    string,
    {
      environment?: Record<string, string>
      volumes?: string[]
      depends_on?: Record<string, unknown> | string[]
      build?: { context: string; dockerfile: string }
      stop_grace_period?: string
    }
  >
  volumes: Record<string, unknown>
}

test('the compose file names files, volumes and services that are there, and settings that exist', () => {
  const { services, volumes } = parse(read('compose.yaml')) as Compose
  const { build, environment = {}, stop_grace_period: grace = '' } = services['service'] ?? {}
  expect(existsSync(join(folder, build?.context ?? '?', build?.dockerfile ?? '?'))).toBe(true)
  expect(unknownVariables(environment)).toEqual([])
  for (const { volumes: mounts = [], depends_on: needed = [] } of Object.values(services)) {
    for (const mount of mounts) {
      const [from = ''] = mount.split(':')
      if (from.startsWith('.')) expect(existsSync(join(folder, from)), from).toBe(true)
      else expect(Object.keys(volumes)).toContain(from)
    }
    for (const name of Array.isArray(needed) ? needed : Object.keys(needed))
      expect(Object.keys(services)).toContain(name)
  }
  const { drain, shutdownTimeout = Infinity, files } = settingsOf(read('config.json'))
  expect(parseInt(grace, 10) * 1000).toBeGreaterThan(drain + shutdownTimeout)
  expect(Object.keys(services)).toContain(new URL((files as S3Files).options.endpoint ?? '').hostname)
  for (const [, secret] of Object.entries(environment))
    expect(secret, 'no secret stands in the file').not.toMatch(/^(?=.*\d)[A-Za-z0-9+/=]{20,}$/)
})

test('the unit starts what is installed, as an ordinary user, and gives it time to stop', () => {
  const unit = read('model-tasks.service')
  const value = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const entry = /@model-tasks\/service\/(\S+)$/.exec(value('ExecStart'))?.[1] ?? ''
  expect(existsSync(join(folder, '..', entry)), entry).toBe(true)
  expect(value('DynamicUser')).toBe('yes')
  const variables = Object.fromEntries(
    value('Environment')
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  )
  expect(unknownVariables(variables)).toEqual([])
  const { drain, shutdownTimeout = Infinity } = settingsOf(read('config.json'))
  expect(Number(value('TimeoutStopSec')) * 1000).toBeGreaterThan(drain + shutdownTimeout)
})

type Labels = Record<string, string>
interface Probe {
  httpGet: { path: string }
  periodSeconds: number
  failureThreshold: number
}
interface Deployment {
  spec: {
    selector: { matchLabels: Labels }
    template: {
      metadata: { labels: Labels }
      spec: {
        securityContext: object
        terminationGracePeriodSeconds: number
        volumes: { name: string }[]
        containers: [
          {
            securityContext: object
            livenessProbe: Probe
            readinessProbe: Probe
            env: { name: string; value: string }[]
            volumeMounts: { name: string }[]
          },
        ]
      }
    }
  }
}

test('the manifests probe what answers, run without rights, and give the service time to stop', () => {
  const documents = parseAllDocuments(read('kubernetes/model-tasks.yaml'))
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  const manifest = <T>(index: number): T => documents[index]?.toJS() as T
  const config = manifest<{ data: Record<string, string> }>(0)
  const deployment = manifest<Deployment>(1)
  const service = manifest<{ spec: { selector: Labels } }>(2)
  const budget = manifest<{ spec: { selector: { matchLabels: Labels } } }>(3)
  const pod = deployment.spec.template.spec
  const [container] = pod.containers
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
  expect(container.securityContext).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true })
  expect([container.livenessProbe, container.readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
    '/healthz',
    '/readyz',
  ])
  const { drain, shutdownTimeout = Infinity } = settingsOf(config.data['config.json'] ?? '')
  expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(drain + shutdownTimeout)
  const { periodSeconds, failureThreshold } = container.readinessProbe
  expect(drain, 'longer than it takes to notice').toBeGreaterThan(periodSeconds * failureThreshold * 2000)
  expect(unknownVariables(Object.fromEntries(container.env.map(({ name, value }) => [name, value])))).toEqual([])
  const labels = deployment.spec.template.metadata.labels
  for (const selector of [
    deployment.spec.selector.matchLabels,
    service.spec.selector,
    budget.spec.selector.matchLabels,
  ])
    expect(selector).toEqual(labels)
  for (const { name } of container.volumeMounts) expect(pod.volumes.map((one) => one.name)).toContain(name)
  expect(statSync(join(folder, 'install.sh')).isFile()).toBe(true)
})
