/** A Prometheus that scrapes the service with the alert rules of the package, and answers what its dashboard asks. */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { faults, startFaultServer } from '@model-tasks/client/testing'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolder, startProcess } from './support/service-process.js'

const own = fileURLToPath(new URL('../../packages/service/deploy/prometheus/', import.meta.url))
const installed = spawnSync('prometheus', ['--version']).error === undefined
const without = installed ? '' : ' (prometheus is not installed: apt-get install prometheus)'
const patience = { timeout: 120_000 }

/** A receiver at a port at which nothing listens, so that its events wait. */
const closedReceiver = {
  name: 'orders',
  url: 'http://127.0.0.1:9/hook',
  secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
}

/** What Prometheus answers about an alert rule. */
interface Rule {
  name: string
  health: string
  lastError?: string
  state: string
  alerts: { labels: Record<string, string>; annotations: Record<string, string> }[]
}

/** A series of an answer, with its value as text. */
interface Series {
  metric: Record<string, string>
  value: [number, string]
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

/** Starts Prometheus on that service, with the rules of the package, whose alerts wait a second and not minutes; each second it scrapes and evaluates. */
async function startPrometheus(target: string, key: string): Promise<(path: string) => Promise<unknown>> {
  const [folder, port] = [dataFolder(), await freePort()]
  const [config, keyFile, rules] = ['prometheus.yml', 'key', 'alerts.yaml'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(keyFile, key)
  const shortened = readFileSync(join(own, 'alerts.yaml'), 'utf8').replaceAll(/^( +for:) \d+m$/gm, '$1 1s')
  writeFileSync(rules, shortened)
  const content = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [
      {
        job_name: 'model-tasks',
        authorization: { credentials_file: keyFile },
        static_configs: [{ targets: [target] }],
      },
    ],
  }
  writeFileSync(config, JSON.stringify(content))
  const options = ['--web.listen-address', `127.0.0.1:${port}`, '--storage.tsdb.path', join(folder, 'data')]
  const child = spawn('prometheus', ['--config.file', config, ...options], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ask = async (path: string): Promise<unknown> => {
    const answer = (await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()) as {
      status: string
      error?: string
      data: unknown
    }
    if (answer.status !== 'success') throw new Error(`${path}: ${answer.error ?? answer.status}`)
    return answer.data
  }
  await expect
    .poll(
      () =>
        ask('status/buildinfo').then(
          () => true,
          () => false,
        ),
      patience,
    )
    .toBe(true)
  return ask
}

/** The queries of the dashboard by the title of their panel. */
function dashboardQueries(): [title: string, query: string][] {
  const dashboard = JSON.parse(readFileSync(join(own, 'dashboard.json'), 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[]
  }
  return dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }): [string, string] => [title, expr]))
}

test.skipIf(!installed)(
  `a Prometheus scrapes a service, evaluates every alert rule, fires the one that is due, and answers each query of the dashboard${without}`,
  async () => {
    const [sound, dear] = await Promise.all([
      startFaultServer({ script: [{ status: 'completed' }] }),
      startFaultServer(),
    ])
    onTestFinished(() => Promise.all([sound.close(), dear.close()]).then(() => undefined))
    sound.next('query', faults.badGatewayPage)
    const [data, key] = [dataFolder(), 'a-metrics-key-of-these-tests']
    const config = join(data, 'config.json')
    const upstreams = [
      { name: 'sound', url: sound.baseUrl, key: sound.apiKey, models: ['beta-5.0'] },
      { name: 'closed', url: dear.baseUrl, key: 'sk-wrong', models: ['beta_5.0Pro'] },
    ]
    writeFileSync(config, JSON.stringify({ upstreams, webhooks: [closedReceiver] }))
    const environment = {
      MODEL_TASKS_PROVIDER: 'relay',
      MODEL_TASKS_CONFIG: config,
      MODEL_TASKS_METRICS_KEY: key,
      MODEL_TASKS_CHECK_MEDIA: 'off',
    }
    const service = await startProcess(data, environment)
    const submit = (model: string) =>
      fetch(`${service.baseUrl}/v2/model-center/tasks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, prompt: 'a boat', aspect_ratio: '16:9', resolution: '2K' }),
      }).then(({ status }) => status)
    expect(await Promise.all(['beta-5.0', 'beta_5.0Pro'].map(submit))).toEqual([200, 200])

    const ask = await startPrometheus(new URL(service.baseUrl).host, key)
    const query = async (expression: string): Promise<Series[]> =>
      ((await ask(`query?query=${encodeURIComponent(expression)}`)) as { result: Series[] }).result
    const value = async (expression: string): Promise<string | undefined> => (await query(expression))[0]?.value[1]
    await expect.poll(() => value('up{job="model-tasks"}'), patience).toBe('1')
    const completed = 'max(model_tasks_upstream_ended_last_hour{queue="sound",outcome="completed"})'
    await expect.poll(() => value(completed), patience).toBe('1')

    const queries = dashboardQueries()
    expect(queries.length).toBeGreaterThan(20)
    const empty = async (): Promise<string[]> => {
      const answers = await Promise.all(
        queries.map(async ([title, expression]) => ({ title, series: await query(expression) })),
      )
      return answers.filter(({ series }) => series.length === 0).map(({ title }) => title)
    }
    await expect.poll(empty, patience).toEqual([])

    const rules = async (): Promise<Rule[]> =>
      ((await ask('rules')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)
    const named = [...readFileSync(join(own, 'alerts.yaml'), 'utf8').matchAll(/- alert: (\S+)/g)].map(
      ([, name]) => name,
    )
    await expect
      .poll(async () => (await rules()).map(({ name, health, lastError }) => [name, health, lastError]), patience)
      .toEqual(named.map((name) => [name, 'ok', undefined]))
    const alert = async () => (await rules()).find(({ name }) => name === 'ModelTasksUpstreamPaused')
    await expect.poll(async () => (await alert())?.state, patience).toBe('firing')
    expect(await query('ALERTS{alertstate="firing"}')).toMatchObject([
      { metric: { alertname: 'ModelTasksUpstreamPaused', queue: 'closed', severity: 'page' } },
    ])
    expect((await alert())?.alerts).toMatchObject([
      {
        labels: { severity: 'page', queue: 'closed', reason: 'credentials' },
        annotations: {
          summary: 'Nothing is submitted to closed: credentials. The console shows its answer.',
        },
      },
    ])
    const others = (await rules()).filter(
      ({ name, state }) => name !== 'ModelTasksUpstreamPaused' && state !== 'inactive',
    )
    expect(
      others.map(({ name }) => name),
      'no other alert',
    ).toEqual([])
  },
)
