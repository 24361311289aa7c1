/**
 * Which database a service works on: the system identifier of PostgreSQL, which a server gets when it is made, and its
 * timeline, which each promotion of a standby and each recovery to a point in time raises. What was committed on one
 * timeline need not be there on the next.
 */
export interface Timeline {
  system: string
  number: number
}

/** The timeline of a database, and whether it goes on on it. */
export interface TimelineWatch {
  /** That of the start; undefined where the server does not tell one. */
  readonly opened: Timeline | undefined
  /** Resolves with another one, once what answers is no longer the database of the start. Nothing more is read or written then. */
  readonly left: Promise<Timeline>
}

/** On which server a database was used last, as it says itself: a dump that is read into another server brings that along. */
export interface DatabaseHome {
  /** The system identifier; undefined where none was noted. */
  system(): Promise<string | undefined>
  note(system: string): Promise<void>
}

export const isSameTimeline = (one: Timeline, other: Timeline): boolean =>
  one.system === other.system && one.number === other.number

/** Whether a database stayed behind: another one was promoted from the same server since. */
export const isFormer = (one: Timeline, other: Timeline): boolean =>
  one.system === other.system && one.number < other.number

/** For people: `7561…, timeline 2`. */
export const timelineName = ({ system, number }: Timeline): string => `${system}, timeline ${number}`
