/** What services call their database. */
export const nameInWorld = 'world'

/** How many times the server says that it is ready after these messages. */
export function endsIn(bytes: Buffer): number {
  let count = 0
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const type = String.fromCharCode(bytes[at] ?? 0)
    if (type === 'Q' || type === 'S') count += 1
  }
  return count
}

/** The first message of a connection, with the real name of the database. */
export function firstMessage(bytes: Buffer, database: string): Buffer {
  const words = bytes.toString('latin1', 4).replace(`\0database\0${nameInWorld}\0`, `\0database\0${database}\0`)
  const head = Buffer.alloc(4)
  head.writeInt32BE(4 + words.length)
  return Buffer.concat([head, Buffer.from(words, 'latin1')])
}

/** A message that tells the server what time it is; within a transaction `now()` stays what it was. */
export function setTime(date: number, inTransaction: boolean): Buffer {
  const names = inTransaction ? ['clock_timestamp'] : ['now', 'clock_timestamp']
  return simpleQuery(names.map((name) => `SET world.${name} = '${date}'`).join(';'))
}

function simpleQuery(words: string): Buffer {
  const text = Buffer.from(`${words}\0`)
  const head = Buffer.alloc(5)
  head.write('Q')
  head.writeInt32BE(4 + text.length, 1)
  return Buffer.concat([head, text])
}

/** Asks which transactions that wrote have ended: where the answer is as before, nothing was committed. */
export const askForEnded = simpleQuery('SELECT pg_current_snapshot()')

/** Ends what is connected to this database beside the one who asks. */
export const endOthers =
  'SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
