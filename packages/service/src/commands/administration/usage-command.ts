import { printableJson } from '@model-tasks/validation/printable'
import { usageCsv, usageOf, usageRange } from '../../edge/operator/usage.js'
import type { Command } from './command.js'
import { InputError } from '../../base/input-error.js'

/** What accounts used. */
export const usageCommands: readonly Command[] = [
  {
    name: 'usage',
    reads: true,
    usage: '[csv|json] [first day] [day after the last]',
    summary:
      'prints tasks, credits, and what upstreams counted and charge, by day, account, key, model and upstream; of the last 30 days unless told otherwise',
    async run([format = 'csv', since, before], { stores, upstreams, now, print }) {
      if (format !== 'csv' && format !== 'json') throw new InputError(`"${format}" is not a format; use csv or json`)
      const range = usageRange({ since, before }, now())
      if (typeof range === 'string') throw new InputError(range)
      const rows = await usageOf(range, { search: stores.search, upstreams })
      if (format === 'csv') for (const line of usageCsv(rows).trimEnd().split('\r\n')) print(line)
      else for (const row of rows) print(printableJson(row))
    },
  },
]
