/** A phrasing that the project does not use, with what it says in its place. */
export interface Banned {
  pattern: RegExp
  say: string
  /** Each must be found by the pattern. */
  examples: string[]
}

export const banned: Banned[] = [
  {
    // "There is no …" and comparisons, "is no longer", are proper English.
    pattern:
      /(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b|such thing\b|different\b|way\b)[a-zA-Z]+/g,
    say: '"is not a …"',
    examples: ['it is no parameter of sd_2.0', 'an answer that is no Task', 'what answers is no such service'],
  },
  { pattern: /\band its kin\b/g, say: '"or a subclass"', examples: ['Throws ApiError and its kin.'] },
  {
    pattern: /\btak(?:es|e|en|ing) (?:it|them|the task|a task) up(?: again)?\b|\btook it up\b/g,
    say: '"resumes"',
    examples: ['client.task(id).wait() takes it up again'],
  },
  { pattern: /\bwhole numbers?\b/g, say: '"integer"', examples: ['must be a whole number'] },
  {
    pattern: /\b(?:must be|is not|as) an? text\b/g,
    say: '"a string"',
    examples: ['must be a text', 'a number as a text'],
  },
  { pattern: /\bfaults? of ours\b/g, say: '"internal error"', examples: ['a fault of ours'] },
  { pattern: /\bturnstiles?\b/gi, say: '"rate limiter"', examples: ['createTurnstile is a turnstile'] },
  {
    pattern: /\bhand(?:s|ed|ing)?[- ]?over\b|\bhand-?overs?\b|\bhand(?:s|ed|ing)? (?:tasks? |it |them )?on to\b/g,
    say: '"submission" or "forwards to"',
    examples: ['the hand-over failed', 'hands tasks on to one'],
  },
  {
    pattern: /\b(?:HTTP|the|a) doors?\b|\bDoorContext\b/g,
    say: '"HTTP API" or "route"',
    examples: ['the door reads', 'an HTTP door'],
  },
  {
    pattern:
      /\b(?:one|an?|requests|messages?|lines?|files?|JSON (?:object|Schema)|words?|keys?|entry|field|credits?)(?: (?!(?:is|are|was|has|of|about|that|for|with|without|within|and|in|on|from|when|if) )[A-Za-z]+)? a (?:mistake|line|model|call|task|key|second|submit)\b(?! takes)/g,
    say: '"per …"',
    examples: ['one message a mistake', 'a JSON Schema a model', 'requests a second'],
  },
  {
    pattern: /\boptions? that (?:is|are) nonsense\b|\bis nonsense\b/g,
    say: '"invalid option"',
    examples: ['when one is nonsense'],
  },
  {
    pattern: /\bmend(?:s|ed|ing)?\b/gi,
    say: '"fix"',
    examples: ['mend it or take it away'],
  },
  {
    pattern: /\bwants? (?:the|an?) (?:id|path|key|URL|task|name)\b/g,
    say: '"requires"',
    examples: ['task() wants the id of a task'],
  },
  { pattern: /\bmisnamed\b|\bMisnaming\b/g, say: '"unknown model"', examples: ['a misnamed model'] },
  { pattern: /\bSightings?\b|\bsightings?\b/g, say: '"snapshot"', examples: ['the last Sighting'] },
  { pattern: /\bLookouts?\b|\blookouts?\b/g, say: '"poller"', examples: ['a Lookout looks'] },
  {
    // A connection is refused; who refuses to start does so. Requests, keys and files are rejected.
    pattern:
      /(?<!\bconnection )\b(?:is|are|was|were|be|been|being) refused\b|\brefuses? (?:an? |the |every )?(?:requests?|bod(?:y|ies)|keys?|parameters?)\b/g,
    say: '"rejected" or "rejects"',
    examples: ['a rejected key, which is refused', 'Only errors refuse a request.', 'the service refuses the key'],
  },
  {
    // GitHub documents its signatures with the secret "It's a Secret to Everybody".
    pattern: /\b(?:[Ww]hoever|[Nn]obody|[Ww]hatever|(?<!Secret to )[Ee]verybody)\b/g,
    say: 'who or what it is ("the caller", "no other account", "any answer")',
    examples: ['Whoever holds the key', 'nobody else’s', 'whatever it says', 'everybody reads'],
  },
  { pattern: /\bproves? nothing\b/g, say: '"is inconclusive"', examples: ['a refused cancel proves nothing'] },
  { pattern: /\bas clock\.elapsed\(\) has it\b/g, say: '"in monotonic time"', examples: ['as clock.elapsed() has it'] },
  {
    pattern: /\bbuys nothing, and changes nothing\b/g,
    say: '"read-only and free"',
    examples: ['It buys nothing, and changes nothing that stays.'],
  },
  {
    pattern: /\bprograms on the same machine that came\b/g,
    say: '"direct requests from this host"',
    examples: ['programs on the same machine that came through no proxy'],
  },
  { pattern: /\bTaskBook\b|\btask book\b/gi, say: '"fake task store"', examples: ['a TaskBook'] },
]

/** Where a text uses a banned phrasing: line (from 1), what it says, and what to say. */
export function findBanned(text: string): { line: number; text: string; say: string }[] {
  return banned.flatMap(({ pattern, say }) =>
    [...text.matchAll(pattern)].map((match) => ({
      line: text.slice(0, match.index).split('\n').length,
      text: match[0],
      say,
    })),
  )
}
