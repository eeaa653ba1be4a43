import {
  maxReplyActions,
  ReplyAction,
  shortcutPattern,
  type ImportProblem,
} from '@parley/protocol/canned-reply'
import { unknownVariable } from '@parley/protocol/canned-reply-variables'
import { maxMessageLength } from '@parley/protocol/message'
import { plannedActions } from '@parley/protocol/reply-actions'
import { visibilities, type Visibility } from '@parley/protocol/visibility'
import { CsvError, parse } from 'csv-parse/sync'
import { Check } from 'typebox/value'
import type { Viewer } from '../../core/visibility.ts'
import type { CannedReplyRow } from './canned-reply-store.ts'
import { keyOfShortcut } from './shortcut-key.ts'

/** RFC 4180 with a header row. Attachments are not part of it. */
const columns = ['shortcut', 'content', 'visibility', 'actions', 'team'] as const

export interface CsvRow {
  shortcut: string
  content: string
  visibility: Visibility
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
export function formatCsv(rows: readonly CannedReplyRow[], teams: Viewer['teams']): string {
  const names = new Map(teams.map(({ id, name }) => [id, name]))
  const cells = rows.map(({ shortcut, content, visibility, actions, team_id: teamId }) => [
    shortcut,
    content,
    visibility,
    actions.map(actionText).join(' '),
    names.get(teamId ?? '') ?? '',
  ])
  const lines = [columns, ...cells].map((row) =>
    row.map((cell) => `"${neutralized(cell).replaceAll('"', '""')}"`).join(','),
  )
  return `\ufeff${lines.join('\r\n')}\r\n`
}

/** Returns valid rows with their first line, and the problems of the other rows. */
export function parseCsv(
  csv: string,
  teams: Viewer['teams'],
): { rows: { line: number; row: CsvRow }[]; problems: CsvProblem[] } {
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
    const parsed =
      index < maxRows ? rowOf(cell, teams, seen) : { problem: 'too_many_rows' as const, value: '' }
    if ('problem' in parsed) problems.push({ line, ...parsed, value: parsed.value.slice(0, 80) })
    else rows.push({ line, row: parsed })
    line = info.lines + 1
  }
  return { rows, problems }
}

function rowOf(
  cell: (name: (typeof columns)[number]) => string,
  teams: Viewer['teams'],
  seen: Set<string>,
): CsvRow | Omit<CsvProblem, 'line'> {
  const shortcut = cell('shortcut').trim().replace(/^\//, '').normalize('NFC')
  const content = cell('content').trim()
  const type = cell('visibility').trim().toLowerCase() || 'organization'
  const actions = [
    ...new Set(
      cell('actions')
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ]
  if (!shortcutForm.test(shortcut)) return { problem: 'shortcut_invalid', value: shortcut }
  if (!isOneOf(visibilities, type)) return { problem: 'visibility_unknown', value: type }
  const visibility = type === 'team' ? visibleToTeam(cell('team'), teams) : { type }
  if (visibility === null) return { problem: 'team_unknown', value: cell('team') }
  if (content === '') return { problem: 'content_empty', value: shortcut }
  if (content.length > maxMessageLength) return { problem: 'content_too_long', value: shortcut }
  const unknown = unknownVariable(content)
  if (unknown !== null) return { problem: 'variable_unknown', value: unknown }
  const typed: ReplyAction[] = []
  for (const text of actions) {
    const action = parseAction(text)
    if (action === null || typed.length === maxReplyActions) return { problem: 'action_unknown', value: text }
    typed.push(action)
  }
  const key = placeOf(visibility, shortcut)
  if (seen.has(key)) return { problem: 'shortcut_repeated', value: shortcut }
  seen.add(key)
  return { shortcut, content, visibility, actions: plannedActions(typed) }
}

/** A shortcut is unique in its place. */
export const placeOf = (visibility: Visibility, shortcut: string): string =>
  [visibility.type, visibility.type === 'team' ? visibility.team_id : '', keyOfShortcut(shortcut)].join(' ')

/** Teams by name, so that a file can move to another organization. */
function visibleToTeam(name: string, teams: Viewer['teams']): Visibility | null {
  const wanted = name.trim().toLowerCase()
  const team = teams.find((each) => each.name.toLowerCase() === wanted)
  return team === undefined ? null : { type: 'team', team_id: team.id }
}

/** `close`, `label:<id>`, `team:<id>`, `snooze:<minutes>`; `snooze` until the customer replies. */
function actionText(action: ReplyAction): string {
  if (action.type === 'label') return `label:${action.label_id}`
  if (action.type === 'team') return `team:${action.team_id}`
  return action.type === 'snooze' && action.minutes !== null ? `snooze:${action.minutes}` : action.type
}

function parseAction(text: string): ReplyAction | null {
  const [type, value] = text.split(/:(.*)/s, 2)
  const values: Record<string, object> = {
    label: { label_id: value },
    team: { team_id: value },
    snooze: { minutes: value === undefined ? null : Number(value) },
  }
  const isBare = type === undefined || !Object.hasOwn(values, type)
  if (isBare && value !== undefined) return null
  const action: unknown = { type, ...(isBare ? {} : values[type]) }
  return Check(ReplyAction, action) ? action : null
}

const isOneOf = <T extends string>(list: readonly T[], value: string): value is T =>
  (list as readonly string[]).includes(value)

/** Some locales of spreadsheets use `;` or tabs. Column names contain none of these characters. */
function delimiterOf(csv: string): string {
  const [header = ''] = csv.split(/\r?\n/, 1)
  return [',', ';', '\t'].find((delimiter) => header.includes(delimiter)) ?? ','
}
