import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from './support/folder.js'
import { image, testService } from './support/service.js'

const prometheusFolder = fileURLToPath(new URL('../deploy/prometheus/', import.meta.url))

test('every figure that the alert rules and the dashboard name is answered by a running service', async () => {
  const { service, submit, ended } = await testService({ metricsKey: 'a-metrics-key-of-tests' })
  const headers = { authorization: 'Bearer a-metrics-key-of-tests' }
  await ended((await submit(image)).body.id)
  const text = await (await fetch(`${service.url}/metrics`, { headers })).text()
  const exported = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type = '']) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  const files = readdirSync(prometheusFolder)
  expect(files.sort()).toEqual(['alerts.yaml', 'dashboard.json'])
  for (const file of files) {
    const named = [
      ...readFileSync(join(prometheusFolder, file), 'utf8').matchAll(/\b(?:model_tasks|nodejs|process)_\w+/g),
    ]
    expect(named.length, file).toBeGreaterThan(10)
    expect(new Set(named.map(([name]) => name).filter((name) => !exported.has(name))), file).toEqual(new Set())
    expect(named.join(' '), `${file} shows what accounts spend`).toContain('model_tasks_spent_today_credits')
  }
  expect(text).toMatch(/^model_tasks_upstream_ended_last_hour\{queue="[^"]+",outcome="completed",error_class=""\} 1$/m)
  expect(text).toMatch(/^model_tasks_upstream_unknown_outcomes\{queue="[^"]+"\} 0$/m)
  expect(text).toMatch(/^model_tasks_upstream_median_seconds\{queue="[^"]+"\} \d/m)
})

const promtool = spawnSync('promtool', ['--version']).error === undefined

test.skipIf(!promtool)(
  `promtool accepts the alert rules${promtool ? '' : ' (promtool is not installed: apt-get install prometheus)'}`,
  () => {
    const checked = spawnSync('promtool', ['check', 'rules', join(prometheusFolder, 'alerts.yaml')], {
      encoding: 'utf8',
    })
    expect(checked.status, checked.stdout + checked.stderr).toBe(0)
  },
)

test.skipIf(!promtool)(
  `an account that spends far more than on its days of a week raises an alert, and no other account does${promtool ? '' : ' (promtool is not installed: apt-get install prometheus)'}`,
  () => {
    // Seven days with one figure an hour, then one of today.
    const series = (account: string, daily: number, today: number): object => ({
      series: `model_tasks_spent_today_credits{account="${account}",instance="one"}`,
      values: `${daily}x167 ${today}x24`,
    })
    const path = join(temporaryFolder(), 'spending.json')
    const content = {
      rule_files: [join(prometheusFolder, 'alerts.yaml')],
      // The figures change once an hour: at each minute of a week, which is what promtool does unless told, it takes 15 s.
      evaluation_interval: '1h',
      tests: [
        {
          interval: '1h',
          input_series: [
            series('far-above', 100, 301),
            series('at-three-times', 100, 300),
            series('of-small-sums', 1, 100),
            series('others', 100, 1000),
          ],
          alert_rule_test: [
            {
              eval_time: '168h',
              alertname: 'ModelTasksSpendingHigh',
              exp_alerts: [
                {
                  exp_labels: { severity: 'ticket', account: 'far-above' },
                  exp_annotations: {
                    summary: 'Account far-above has spent 301 credits today, far above its days of the last week.',
                  },
                },
              ],
            },
          ],
        },
      ],
    }
    writeFileSync(path, JSON.stringify(content))
    const tested = spawnSync('promtool', ['test', 'rules', path], { encoding: 'utf8' })
    expect(tested.status, tested.stdout + tested.stderr).toBe(0)
  },
)

test.skipIf(!promtool)(
  `an upstream that is paused for ten minutes raises an alert, and none before, nor one that an operator has paused${promtool ? '' : ' (promtool is not installed: apt-get install prometheus)'}`,
  () => {
    const series = (queue: string, reason: string): object => ({
      series: `model_tasks_upstream_paused{queue="${queue}",reason="${reason}",instance="one"}`,
      values: '1x30',
    })
    const expected = {
      exp_labels: { severity: 'page', queue: 'closed', reason: 'credentials' },
      exp_annotations: {
        summary: 'Nothing is submitted to closed: credentials. The console shows its answer.',
      },
    }
    const at = (time: string, alerts: object[]): object => ({
      eval_time: time,
      alertname: 'ModelTasksUpstreamPaused',
      exp_alerts: alerts,
    })
    const path = join(temporaryFolder(), 'paused.json')
    const content = {
      rule_files: [join(prometheusFolder, 'alerts.yaml')],
      tests: [
        {
          interval: '1m',
          input_series: [series('closed', 'credentials'), series('resting', 'operator')],
          alert_rule_test: [at('9m', []), at('10m', [expected])],
        },
      ],
    }
    writeFileSync(path, JSON.stringify(content))
    const tested = spawnSync('promtool', ['test', 'rules', path], { encoding: 'utf8' })
    expect(tested.status, tested.stdout + tested.stderr).toBe(0)
  },
)

test.skipIf(!promtool)(
  `an upstream that fails more than one submit in five raises an alert, and one that rejects what is asked for does not${promtool ? '' : ' (promtool is not installed: apt-get install prometheus)'}`,
  () => {
    const series = (queue: string, answer: string, each: number): object => ({
      series: `model_tasks_upstream_answers_total{queue="${queue}",request="submit",answer="${answer}",instance="one"}`,
      values: `0+${each}x60`,
    })
    const path = join(temporaryFolder(), 'errors.json')
    const content = {
      rule_files: [join(prometheusFolder, 'alerts.yaml')],
      tests: [
        {
          interval: '1m',
          input_series: [
            ...[series('failing', 'done', 6), series('failing', 'unavailable', 3), series('failing', 'unknown', 1)],
            ...[series('strict', 'done', 1), series('strict', 'rejected', 9)],
            ...[series('sound', 'done', 9), series('sound', 'unreachable', 1)],
          ],
          alert_rule_test: [
            {
              eval_time: '30m',
              alertname: 'ModelTasksUpstreamErrors',
              exp_alerts: [
                {
                  exp_labels: { severity: 'page', queue: 'failing' },
                  exp_annotations: {
                    summary: '40% of the submits to failing were not judged. See model_tasks_upstream_answers_total.',
                  },
                },
              ],
            },
          ],
        },
      ],
    }
    writeFileSync(path, JSON.stringify(content))
    const tested = spawnSync('promtool', ['test', 'rules', path], { encoding: 'utf8' })
    expect(tested.status, tested.stdout + tested.stderr).toBe(0)
  },
)
