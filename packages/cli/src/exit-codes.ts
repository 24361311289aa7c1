/** What the process answers with; printed by `model-tasks --help` and part of the contract with scripts. */
export const exitCodes = {
  ok: { code: 0, meaning: 'done' },
  unexpected: { code: 1, meaning: 'something unexpected went wrong' },
  usage: { code: 2, meaning: 'the command line, a file or a setting is wrong; nothing was sent' },
  invalid: { code: 3, meaning: 'the request breaks a rule of its model; no task was made' },
  authentication: { code: 4, meaning: 'the service does not accept the API key' },
  unavailable: { code: 5, meaning: 'the model is not available to this account' },
  failed: { code: 6, meaning: 'the task ended as failed' },
  timeout: { code: 7, meaning: 'the time given ran out; the task goes on' },
  submitUnknown: { code: 8, meaning: 'how the submit went is unknown; the task may have been accepted' },
  connection: { code: 9, meaning: 'the service cannot be reached, or what answers is not it' },
  refused: {
    code: 10,
    meaning: 'the service refused: unknown task, too many requests, no credits or an error of its own',
  },
  expired: { code: 11, meaning: 'the result can no longer be downloaded' },
  partly: { code: 12, meaning: 'of several tasks, some did not succeed' },
  interrupted: { code: 130, meaning: 'interrupted with Ctrl-C; a task that was submitted goes on' },
  terminated: { code: 143, meaning: 'asked to end with SIGTERM; a task that was submitted goes on' },
} as const

export type Exit = keyof typeof exitCodes
