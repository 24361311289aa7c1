/** So many pairs of a queue and an account are told apart where an operator looks; the console, for people, shows fewer. */
export const mostPairs = 500

/** What stands for the account where the figures of all further accounts of a queue are added up. No account has this ID. */
export const otherAccounts = 'others'

const names = ['waiting', 'delayed', 'running', 'retries', 'dead'] as const

/**
 * The SQL of both stores that keeps the fullest of pairs (`pairs`: SQL with a row for each) and adds up the others of
 * each queue. Here, and not where they are shown: with a hundred thousand pairs it is their rows that take time.
 * `most` is the placeholder of how many are kept.
 */
export function fullestPairs(pairs: string, most: string): string {
  return `
    SELECT queue, CASE WHEN place <= ${most} THEN account ELSE '${otherAccounts}' END AS account, min(oldest) AS oldest,
      ${names.map((name) => `CAST(sum(${name}) AS bigint) AS ${name}`).join(', ')}
    FROM (
      SELECT pair.*, row_number() OVER (ORDER BY waiting + delayed + running + dead DESC, queue, account) AS place
      FROM (${pairs}) AS pair
    ) AS placed GROUP BY 1, 2 ORDER BY queue, min(place)`
}
