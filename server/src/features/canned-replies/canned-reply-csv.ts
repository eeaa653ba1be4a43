import {
  replyActionTypes,
  replyVisibilities,
  shortcutPattern,
  type ImportProblem,
  type ReplyAction,
  type ReplyVisibility,
} from '@parley/protocol/canned-reply'
import { unknownVariable } from '@parley/protocol/canned-reply-variables'
import { maxMessageLength } from '@parley/protocol/message'
import { CsvError, parse } from 'csv-parse/sync'
import { keyOfShortcut } from './shortcut-key.ts'

/** RFC 4180 with a header row. Attachments are not part of it. */
const columns = ['shortcut', 'content', 'visibility', 'actions'] as const

export interface CsvRow {
  shortcut: string
  content: string
  visibility: ReplyVisibility['type']
  actions: ReplyAction[]
}

export interface CsvProblem {
  line: number
  problem: ImportProblem
  value: string
}

/** Rows of an import, without the header. */
const maxRows = 1000

const shortcutForm = new RegExp(shortcutPattern, 'u')

/**
 * Cells that a spreadsheet would run as a formula get a leading `'` (OWASP, CSV injection). Import removes it again, so that
 * an exported file comes back unchanged.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const neutralized = (cell: string) => (formula.test(cell) ? `'${cell}` : cell)
const restored = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)

/** With a byte order mark: without it Excel reads the file in the system's code page. */
export function formatCsv(rows: readonly CsvRow[]): string {
  const cells = rows.map(({ shortcut, content, visibility, actions }) => [
    shortcut,
    content,
    visibility,
    actions.map(({ type }) => type).join(' '),
  ])
  const lines = [columns, ...cells].map((row) =>
    row.map((cell) => `"${neutralized(cell).replaceAll('"', '""')}"`).join(','),
  )
  return `\ufeff${lines.join('\r\n')}\r\n`
}

/** Returns valid rows with their first line, and the problems of the other rows. */
export function parseCsv(csv: string): { rows: { line: number; row: CsvRow }[]; problems: CsvProblem[] } {
  const rows: { line: number; row: CsvRow }[] = []
  const problems: CsvProblem[] = []
  let records: { record: string[]; info: { lines: number } }[]
  try {
    records = parse(csv, {
      bom: true,
      info: true,
      delimiter: delimiterOf(csv),
      relax_column_count: true,
      skip_empty_lines: true,
      to: maxRows + 2,
    }) as never
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number((error as { lines?: unknown }).lines ?? 1)
    return { rows: [], problems: [{ line, problem: 'csv_malformed', value: '' }] }
  }
  const [head, ...body] = records
  const names = head?.record.map((name) => name.trim().toLowerCase()) ?? []
  for (const name of ['shortcut', 'content']) {
    if (!names.includes(name)) problems.push({ line: 1, problem: 'column_missing', value: name })
  }
  if (problems.length > 0) return { rows: [], problems }

  let line = (head?.info.lines ?? 1) + 1
  const seen = new Set<string>()
  for (const [index, { record, info }] of body.entries()) {
    const cell = (name: (typeof columns)[number]) => restored(record[names.indexOf(name)] ?? '')
    const parsed = index < maxRows ? rowOf(cell, seen) : { problem: 'too_many_rows' as const, value: '' }
    if ('problem' in parsed) problems.push({ line, ...parsed, value: parsed.value.slice(0, 80) })
    else rows.push({ line, row: parsed })
    line = info.lines + 1
  }
  return { rows, problems }
}

function rowOf(
  cell: (name: (typeof columns)[number]) => string,
  seen: Set<string>,
): CsvRow | Omit<CsvProblem, 'line'> {
  const shortcut = cell('shortcut').trim().replace(/^\//, '').normalize('NFC')
  const content = cell('content').trim()
  const visibility = cell('visibility').trim().toLowerCase() || 'organization'
  const actions = [
    ...new Set(
      cell('actions')
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ]
  if (!shortcutForm.test(shortcut)) return { problem: 'shortcut_invalid', value: shortcut }
  if (!isOneOf(replyVisibilities, visibility)) return { problem: 'visibility_unknown', value: visibility }
  if (content === '') return { problem: 'content_empty', value: shortcut }
  if (content.length > maxMessageLength) return { problem: 'content_too_long', value: shortcut }
  const unknown = unknownVariable(content)
  if (unknown !== null) return { problem: 'variable_unknown', value: unknown }
  const typed: ReplyAction[] = []
  for (const type of actions) {
    if (!isOneOf(replyActionTypes, type)) return { problem: 'action_unknown', value: type }
    typed.push({ type })
  }
  const key = `${visibility} ${keyOfShortcut(shortcut)}`
  if (seen.has(key)) return { problem: 'shortcut_repeated', value: shortcut }
  seen.add(key)
  return { shortcut, content, visibility, actions: typed }
}

const isOneOf = <T extends string>(list: readonly T[], value: string): value is T =>
  (list as readonly string[]).includes(value)

/** Some locales of spreadsheets use `;` or tabs. Column names contain none of these characters. */
function delimiterOf(csv: string): string {
  const [header = ''] = csv.split(/\r?\n/, 1)
  return [',', ';', '\t'].find((delimiter) => header.includes(delimiter)) ?? ','
}
