import type { Model } from '@model-tasks/spec/catalogue'
import { exampleBody } from '../samples/example.js'
import { highlighted } from '../render/highlight.js'
import type { LanguageCode } from '../texts/code.js'

/** One of the three steps: what to do, and how in each language. */
export interface Step {
  title: string
  text: string
  codes: { id: string; title: string; html: string }[]
}

const titles = { curl: 'curl', typescript: 'TypeScript', python: 'Python', go: 'Go', php: 'PHP' }

type StepLanguage = keyof typeof titles

const said = {
  en: [
    ['Submit', 'A request names a model and carries its parameters. The answer is a task: store its id.'],
    ['Poll', 'Ask for the task every 5 to 10 seconds, until it is completed or failed.'],
    ['Download', 'A completed task has the URL of its result. The URL expires: download at once.'],
  ],
  zh: [
    ['提交', '请求写明模型及其参数。返回的是一个任务：请保存它的 ID。'],
    ['轮询', '每 5 到 10 秒查询一次任务，直到完成或失败。'],
    ['下载', '完成的任务带有结果的 URL。URL 会过期，请立即下载。'],
  ],
} satisfies Record<LanguageCode, [string, string][]>

/** What the programs say in words. */
const inPrograms = {
  en: {
    prompt: 'A paper boat at dusk',
    withGet: 'The same call, with GET and no body.',
    withoutBody: 'The same call, with no body.',
    noKey: '# result_url of the completed task.\n# No key here: it goes to the\n# service and nowhere else.',
  },
  zh: {
    prompt: '黄昏时分的纸船',
    withGet: '同上，改用 GET，没有请求体。',
    withoutBody: '同上，没有请求体。',
    noKey: '# 已完成任务的 result_url。\n# 这里不带密钥：密钥只发给服务。',
  },
} satisfies Record<LanguageCode, Record<string, string>>

const codes = (
  model: string,
  parameters: Record<string, unknown>,
  { withGet, withoutBody, noKey }: (typeof inPrograms)['en'],
): Record<StepLanguage, string>[] => {
  const lines = Object.entries(parameters).map(([name, value]) => [name, JSON.stringify(value)])
  const json = lines.map(([name = '', value = '']) => `    "${name}": ${value}`).join(',\n')
  return [
    {
      curl: `curl "$BASE/v2/model-center/tasks" \\\n  -H "Authorization: Bearer $KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '{\n    "model": "${model}",\n${json}\n  }'`,
      typescript: `const client = new ModelTasks()\n\nconst handle = await client.submit(\n  '${model}', {\n${lines.map(([name = '', value = '']) => `    ${name}: ${value.replaceAll('"', "'")},`).join('\n')}\n  })\nconsole.log(handle.id)`,
      go: `body := \`{\n  "model": "${model}",\n${lines.map(([name = '', value = '']) => `  "${name}": ${value}`).join(',\n')}\n}\`\nrequest, _ := http.NewRequest("POST",\n  base+"/v2/model-center/tasks",\n  strings.NewReader(body))\nrequest.Header.Set("Authorization", "Bearer "+key)\nrequest.Header.Set("Content-Type", "application/json")\nanswer, err := http.DefaultClient.Do(request)\njson.NewDecoder(answer.Body).Decode(&task)`,
      php: `$request = curl_init("$base/v2/model-center/tasks");\ncurl_setopt_array($request, [\n  CURLOPT_RETURNTRANSFER => true,\n  CURLOPT_HTTPHEADER => [\n    "Authorization: Bearer $key",\n    'Content-Type: application/json'],\n  CURLOPT_POSTFIELDS => json_encode([\n    'model' => '${model}',\n${lines.map(([name = '', value = '']) => `    '${name}' => ${value.replaceAll('"', "'")},`).join('\n')}\n  ])]);\n$task = json_decode(curl_exec($request), true);`,
      python: `task = requests.post(\n  f"{BASE}/v2/model-center/tasks",\n  headers={"Authorization": f"Bearer {KEY}"},\n  json={\n    "model": "${model}",\n${json}\n  }).json()`,
    },
    {
      go: `for task.Status != "completed" &&\n  task.Status != "failed" {\n  time.Sleep(5 * time.Second)\n  // ${withGet}\n  task = get(base +\n    "/v2/model-center/tasks/" + task.ID)\n}`,
      php: `$url = "$base/v2/model-center/tasks/{$task['id']}";\n$ends = ['completed', 'failed'];\nwhile (!in_array($task['status'], $ends)) {\n  sleep(5);\n  // ${withoutBody}\n  $task = get($url);\n}`,
      curl: 'curl "$BASE/v2/model-center/tasks/$ID" \\\n  -H "Authorization: Bearer $KEY"\n\n{\n  "id": "task_0192f3a1c4",\n  "status": "processing",\n  "error": null\n}',
      typescript: 'const task = await handle.wait({\n  onProgress: ({ status }) =>\n    console.log(status),\n})',
      python:
        'ends = ("completed", "failed")\nwhile task["status"] not in ends:\n  time.sleep(5)\n  task = requests.get(\n    f"{BASE}/v2/model-center/tasks/{task[\'id\']}",\n    headers={"Authorization": f"Bearer {KEY}"}).json()',
    },
    {
      go: 'if task.Status == "failed" {\n  log.Fatal(task.Error)\n}\nresult, err := http.Get(task.ResultURL)\nfile, err := os.Create("boat.mp4")\nio.Copy(file, result.Body)',
      php: "if ($task['status'] === 'failed') {\n  exit($task['error']);\n}\ncopy($task['result_url'], 'boat.mp4');",
      curl: `curl -o boat.mp4 "$RESULT_URL"\n\n${noKey}`,
      typescript: "await handle.download('boat.mp4')",
      python:
        'if task["status"] == "failed":\n  raise SystemExit(task["error"])\nurl = task["result_url"]\nopen("boat.mp4", "wb").write(\n  requests.get(url).content)',
    },
  ]
}

/** The languages of the steps, the first one chosen. */
export const stepLanguages = (['curl', 'typescript', 'python', 'go', 'php'] as const satisfies StepLanguage[]).map(
  (id, index) => ({ id, title: titles[id], first: index === 0 }),
)

/** Submit, poll and download with one model, in each language. */
export const homeSteps = (model: Model, language: LanguageCode): Step[] => {
  const { model: id, duration } = exampleBody(model)
  const words = inPrograms[language]
  const written = codes(id, { prompt: words.prompt, ...(duration === undefined ? {} : { duration }) }, words)
  return said[language].map(([title = '', text = ''], index) => ({
    title,
    text,
    codes: stepLanguages.map(({ id, title: name }) => ({
      id,
      title: name,
      html: highlighted(written[index]?.[id] ?? '', id),
    })),
  }))
}
