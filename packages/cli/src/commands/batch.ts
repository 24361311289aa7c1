import { defineCommand } from '../definition/command.js'
import { choice, flag, integer } from '../definition/options.js'
import { sameAccountOption } from '../connection/same-account.js'
import { againOption } from '../request/again.js'
import { requestOptions } from '../request/prepare.js'
import { outManyOptions, timeoutOption } from '../result/destination-options.js'

/** Many requests from a file, a few at a time. */
export const batch = defineCommand({
  name: 'batch',
  group: 'Tasks',
  summary: 'run many requests from a file: JSON lines or a table (CSV)',
  description:
    'Runs many requests from a file, one JSON object per line: {"model": "…", "prompt": "…"}, or a table (CSV) whose first row names the columns: model and parameters, typed as at the command line; a column loras: has JSON in its cells, and a column that is there several times makes a list. All lines are checked before the first is sent. Running the same file again continues it: a line that was submitted is never submitted again, however often the file is edited around it, and results that are stored stay. A line is known by its content and by which occurrence of it this is.',
  arguments: [{ name: 'file', description: 'a file of requests, or - for standard input', values: 'file' }],
  options: {
    ...outManyOptions,
    ...timeoutOption,
    concurrency: integer('number', 1, 'run this many tasks at once', 4),
    budget: integer(
      'credits',
      0,
      'submit nothing more once the batch has used this many credits, earlier runs included',
    ),
    restart: flag('forget what earlier runs did and submit every line anew'),
    retry: choice(
      'which',
      ['failed', 'unknown', 'not-found', 'expired'],
      'submit lines again, which costs again, whose task failed, whose outcome is unknown, whose task the service does not know, or whose result is not stored and has expired: failed, unknown, not-found or expired',
    ),
    ...sameAccountOption,
    ...againOption,
    ...requestOptions,
  },
  examples: [
    { command: 'batch requests.jsonl --out clips/', does: 'run a file of requests; the same command continues it' },
    {
      command: 'batch requests.csv --out clips/',
      does: 'run the rows of a table, such as one that a spreadsheet exported',
    },
    { command: 'batch requests.jsonl --dry-run', does: 'check every line and send nothing' },
    { command: 'batch requests.jsonl --out clips/ --retry failed', does: 'submit the lines again whose task failed' },
  ],
  online: true,
  async run(session, { args: [file = ''], options }) {
    const { executeBatch } = await import('../batch/execute.js')
    await executeBatch(session, file, options)
  },
})
