/**
 * Promises about money, tenancy, limits and loss, and the code without which each would be broken. `guard` stands once in its file and
 * is replaced by `without`; then `test`, by its name in `tests`, has to fail. A guard that the compiler keeps needs no row: a task is
 * submitted only with the proof of the store (`SentProof`), credits are given back only with one (`ReleaseProof`).
 *
 * @type {readonly { promise: string, file: string, guard: string, without?: string, tests: string, test: string }[]}
 */
export const guards = [
  {
    promise: 'each key is limited in its requests per second, also where they are answered fast',
    file: 'packages/service/src/http/fast-path.ts',
    guard: ' || limiter.count(caller) !== undefined',
    tests: 'packages/service/test/limits.test.ts',
    test: 'submits and queries are limited too, which are answered fast',
  },
  {
    promise: 'each key is limited in its requests per second, on every route',
    file: 'packages/service/src/http/hooks/rate-limit.ts',
    guard: 'done(limiter.count(callerOf(request)))',
    without: 'done()',
    tests: 'packages/service/test/limits.test.ts',
    test: '429 says when to come back, and lets the next one in then',
  },
  {
    promise: 'bodies that have been read take no room any more',
    file: 'packages/service/src/http/body.ts',
    guard: 'buffered.bytes -= gathered.room',
    tests: 'packages/service/test/body-room.test.ts',
    test: 'bodies that were read, were too large or broke off leave their room to the next',
  },
  {
    promise: 'a process that has lost a task submits it no more',
    file: 'packages/service/src/store/sqlite/task-runs.ts',
    guard: "WHERE ${ours} AND submission <> 'accepted'`,\n  // Twenty refusals",
    without: "WHERE id = ? AND ? <> '' AND submission <> 'accepted'`,\n  // Twenty refusals",
    tests: 'packages/service/test/sqlite-stores.test.ts',
    test: 'refuses every write of a run once the task has another owner',
  },
  {
    promise: 'a task that an upstream may have is offered to no other, by the statement that moves it',
    file: 'packages/service/src/store/sqlite/task-runs.ts',
    guard: "queue = ? WHERE ${ours} AND submission = 'none'`",
    without: 'queue = ? WHERE ${ours}`',
    tests: 'packages/service/test/sqlite-stores.test.ts',
    test: 'transfers no task that an upstream has or may have',
  },
  {
    promise: 'a task that an upstream may have is offered to no other, by the submitter',
    file: 'packages/service/src/engine/submitter.ts',
    guard: 'return isOpen(task) ? undefined : this.#parts.alternative(task)',
    without: 'return this.#parts.alternative(task)',
    tests: 'packages/service/test/fail-over.test.ts',
    test: 'a task that its upstream may have is given back at once, not offered to another, when it cannot be repeated now',
  },
  {
    promise: 'a submit that was not accepted costs nothing of the quota of its key',
    file: 'packages/service/src/http/quota.ts',
    guard: "if (outcome.outcome !== 'accepted') await keys.returnQuota(id, today, amount)",
    tests: 'packages/service/test/keys.test.ts',
    test: 'a submit for which the credits are missing takes nothing of the quota of its key',
  },
  {
    promise: 'a task that was asked for before makes no pause longer',
    file: 'packages/service/src/engine/breaker.ts',
    guard: 'if (grows) this.#failures += 1',
    without: 'this.#failures += 1',
    tests: 'packages/service/test/breaker.test.ts',
    test: 'what fails on a repeat pauses the upstream for no longer than before',
  },
  {
    promise: 'no account spends credits that it does not have',
    file: 'packages/service/src/store/sqlite/task-store.ts',
    guard: "if (available < task.amount) return { outcome: 'no-credits', available, needed: task.amount }",
    tests: 'packages/service/test/limits.test.ts',
    test: '402 says what is needed and what is left, and makes no task',
  },
  {
    promise: 'a submit that is repeated under its key makes no second task',
    file: 'packages/service/src/store/sqlite/task-store.ts',
    guard: 'if (repeated !== undefined) return repeated\n    const available',
    without: 'const available',
    tests: 'packages/service/test/sqlite-stores.test.ts',
    test: 'accepts one of many submits that race under one key',
  },
  {
    promise: 'no account reads a task of another',
    file: 'packages/service/src/store/sqlite/task-store.ts',
    guard: 'return ownedBy(account, this.#views.find(id))',
    without: 'return this.#views.find(id)',
    tests: 'packages/service/test/sqlite-stores.test.ts',
    test: 'hides a task from other accounts',
  },
  {
    promise: 'the AI SDK is never told to submit again',
    file: 'packages/ai-sdk/src/call-error.ts',
    guard: 'isRetryable: false',
    without: 'isRetryable: true',
    tests: 'test/ai-sdk/faults.test.ts',
    test: 'one POST and an error that the core does not retry, where it keeps none: 402',
  },
  {
    promise: 'a task that a kill has left is continued by one call of the AI SDK, not by several',
    file: 'packages/ai-sdk/src/submit/start-tasks.ts',
    guard: ' || own.has(key)) continue',
    without: ') continue',
    tests: 'test/ai-sdk/faults.test.ts',
    test: 'a call after a kill continues the task that its process has left, and each of them once',
  },
  {
    promise: 'a key of the AI SDK means one request',
    file: 'packages/ai-sdk/src/submit/start-tasks.ts',
    guard: 'if (named) refuseOtherRequest',
    without: 'if (!named) refuseOtherRequest',
    tests: 'test/ai-sdk/faults.test.ts',
    test: 'a call under a key is one task: again, at once, in another process, after the journal was lost',
  },
]
