/** What a person is told of a run, in the order of time. */
export class Timeline {
  readonly lines: string[] = []

  tell(at: number, who: string, what: string): void {
    this.lines.push(`${clock(at)}  ${who.padEnd(10)}  ${what}`)
  }
}

/** Milliseconds as hours, minutes, seconds and thousandths. */
function clock(at: number): string {
  const [hours, minutes, seconds] = [
    Math.floor(at / 3_600_000),
    Math.floor(at / 60_000) % 60,
    Math.floor(at / 1000) % 60,
  ]
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${String(Math.floor(at % 1000)).padStart(3, '0')}`
}
