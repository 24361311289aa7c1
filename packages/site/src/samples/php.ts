import { indentedJson, outputFile, type SampleLanguage } from './request.js'

/** PHP 8 with its bundled curl extension. */
export const php: SampleLanguage = {
  id: 'php',
  name: 'PHP',
  write: ({ body, kind }) => `<?php
$body = <<<'JSON'
${indentedJson(body, '')}
JSON;

function call(string $url, ?string $body = null): array {
    $request = curl_init($url);
    curl_setopt_array($request, [
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_HTTPHEADER => [
            'Authorization: Bearer ' . getenv('MODEL_TASKS_API_KEY'),
            'Content-Type: application/json',
        ],
    ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => $body]));
    $answer = curl_exec($request);
    if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) !== 200) {
        throw new RuntimeException(curl_error($request) . $answer);
    }
    return json_decode($answer, true, flags: JSON_THROW_ON_ERROR);
}

$tasks = getenv('MODEL_TASKS_BASE_URL') . '/v2/model-center/tasks';
$task = call($tasks, $body);
while (!in_array($task['status'], ['completed', 'failed'], true)) {
    sleep(5);
    $task = call("$tasks/{$task['id']}");
}
if ($task['status'] === 'failed') {
    throw new RuntimeException($task['error']);
}
copy($task['result_url'], '${outputFile(kind)}');
`,
}
