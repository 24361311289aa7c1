import type { CustomParams } from '@model-tasks/client'
import type { Finding } from '@model-tasks/validation'
import { aboutModel } from '../failure/failure.js'
import type { NextCommand } from '../failure/next-command.js'
import { Problem } from '../failure/problem.js'
import { formatFindings } from '../request/findings.js'
import { invalid } from '../request/invalid.js'
import { checkBody } from '../request/prepare.js'
import { withRequiredDefaults } from '../request/required-defaults.js'
import type { Session } from '../session.js'
import { readLines, type Line } from './lines.js'

/** The request of a line as it may be sent. */
export interface PreparedLine {
  line: Line
  params: CustomParams
  /** Whether any of its media is a local file, without which the service cannot say what it costs. */
  hasFiles: boolean
}

/**
 * Reads and checks the lines of a batch, with their local files. Throws one Problem with everything that is wrong in any
 * line, before anything is sent; prints advice.
 */
export async function prepareLines(
  session: Session,
  content: string,
  place: string,
  validate: boolean,
): Promise<PreparedLine[]> {
  const { lines, malformed } = await readLines(content, place)
  if (lines.length === 0 && malformed.length === 0) throw new Problem(`${place} contains no requests`, 'usage')
  const found: { number: number; finding: Finding }[] = malformed.map(({ number, message }) => ({
    number,
    finding: { rule: 'malformed', severity: 'error', path: '', message, source: 'batch file' },
  }))
  const pages = new Map<string, NextCommand>()
  const prepared: PreparedLine[] = []
  for (const line of lines) {
    const body = await withRequiredDefaults(line.model, { model: line.model, ...line.input })
    const checked = await checkBody(line.model, body, validate).catch((error: unknown) => {
      if (error instanceof Problem && error.findings === undefined)
        return { params: body, files: [], findings: [unreadable(error)] }
      throw error
    })
    found.push(...checked.findings.map((finding) => ({ number: line.number, finding })))
    if (checked.findings.some(({ severity }) => severity === 'error')) {
      const page = aboutModel(checked.findings, line.model)
      pages.set(JSON.stringify(page), page)
    }
    prepared.push({ line, params: checked.params, hasFiles: checked.files.length > 0 })
  }
  const findings = found
    .sort((one, other) => one.number - other.number)
    .map(({ number, finding }) => ({ ...finding, message: `line ${number}: ${finding.message}` }))
  if (findings.some(({ severity }) => severity === 'error'))
    throw invalid(`the batch ${place}`, findings, undefined, [...pages.values()])
  if (session.globals.quiet !== true && session.globals.json !== true)
    session.terminal.err(formatFindings(session.terminal, findings))
  return prepared
}

/** A local file that cannot be read, as a finding among the others. */
function unreadable(error: Problem): Finding {
  return { rule: 'media-unreadable', severity: 'error', path: '', message: error.message, source: 'batch file' }
}
