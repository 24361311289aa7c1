/** Says in a long run how far it is, every fifty rounds: a run that is stopped has shown that much. */
export function tellProgress(done: number, all: number, so: string): void {
  if (done % 50 === 0) process.stdout.write(`${done} of ${all} kills: ${so}\n`)
}
