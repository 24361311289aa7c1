/** How far a paid task got. `unknown`: a submit was sent, and whether it was accepted is not known. */
export type Milestone = 'nothing' | 'unknown' | 'accepted' | 'completed' | 'stored'

/**
 * What the process ends with; printed by `model-tasks --help` and part of the contract with scripts. `reached` is the
 * milestone that a code proves; where it is absent, the table or the JSON of the command names it per task.
 */
export const exitCodes = {
  ok: { code: 0, meaning: 'everything that was asked for is done' },
  unexpected: {
    code: 1,
    meaning: 'internal error of this program, or its output cannot be written; the message says how far the task got',
  },
  usage: {
    code: 2,
    reached: 'nothing',
    meaning: 'the command line, a file, the destination or a setting is wrong; nothing was submitted',
  },
  invalid: { code: 3, reached: 'nothing', meaning: 'the request breaks a rule of its model; no task was created' },
  authentication: { code: 4, reached: 'nothing', meaning: 'the service does not accept the API key' },
  unavailable: { code: 5, reached: 'nothing', meaning: 'the model is not available to this account' },
  failed: { code: 6, reached: 'accepted', meaning: 'the task was accepted and ended as failed' },
  timeout: { code: 7, reached: 'accepted', meaning: 'the task was accepted and continues; --timeout ran out' },
  submitUnknown: {
    code: 8,
    reached: 'unknown',
    meaning: 'the outcome of a submit is unknown; the task may have been accepted',
  },
  connection: {
    code: 9,
    reached: 'nothing',
    meaning: 'the service cannot be reached, or what answers is not a Model Task Service; no task was accepted',
  },
  rejected: {
    code: 10,
    reached: 'nothing',
    meaning: 'the service rejected the request: unknown task, no credits, too many requests or an error of its own',
  },
  expired: { code: 11, reached: 'completed', meaning: 'the task is completed; its result can no longer be downloaded' },
  partly: { code: 12, meaning: 'several tasks, and not all got as far as was asked; the output names each' },
  notStored: { code: 13, reached: 'completed', meaning: 'the task is completed; its result could not be stored' },
  notFollowed: {
    code: 14,
    reached: 'accepted',
    meaning: 'the task was accepted and continues; the service could no longer be asked about it',
  },
  stopped: {
    code: 15,
    reached: 'nothing',
    meaning: 'stopped before anything was accepted (Ctrl-C, --timeout or --budget); no task was created',
  },
  notOpened: { code: 16, reached: 'stored', meaning: 'the result is stored; it could not be opened' },
  notFound: {
    code: 17,
    meaning:
      'the task was accepted, and the service does not know it now: it was removed there, or belongs to another account or installation',
  },
  identical: {
    code: 18,
    reached: 'accepted',
    meaning: 'an identical request was accepted earlier, or may have been; nothing was submitted',
  },
  interrupted: { code: 130, reached: 'accepted', meaning: 'interrupted with Ctrl-C; an accepted task continues' },
  terminated: { code: 143, reached: 'accepted', meaning: 'ended by SIGTERM; an accepted task continues' },
} as const satisfies Record<string, { code: number; reached?: Milestone; meaning: string }>

export type Exit = keyof typeof exitCodes
