import type { ImportResult } from '@parley/protocol/canned-reply'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { parseCsv, placeOf, type CsvProblem, type CsvRow } from './canned-reply-csv.ts'
import { mayChange, visibilityOf, type Viewer } from '../../core/visibility.ts'
import { knownActions, type ActionReferences } from './check-actions.ts'
import { allReplies, insertReply, updateReply, type CannedReplyRow } from './canned-reply-store.ts'
import { newRow, roomFor, type CannedReplies } from './canned-replies.ts'

type Outcome = 'created' | 'updated' | 'unchanged' | CsvProblem['problem']

/**
 * Imports a CSV file: a row with a known shortcut updates that reply and keeps its attachments, other rows create replies.
 * Lines with a problem are skipped. A dry run does the same and is rolled back.
 */
export function createReplyImport({
  replies,
  clock,
  ...references
}: { replies: CannedReplies; clock: Clock } & ActionReferences) {
  return async (editor: Viewer, csv: string, isDryRun: boolean): Promise<ImportResult> => {
    const { rows, problems } = parseCsv(csv, editor.teams)
    const result: ImportResult = { dry_run: isDryRun, created: 0, updated: 0, unchanged: 0, problems }
    if (rows.length === 0) return result
    const actions = rows.flatMap(({ row }) => row.actions)
    const isKnown = await knownActions(references, editor.organizationId, actions)
    await replies
      .withRepliesLocked(editor.organizationId, async (trx) => {
        const known = new Map(
          (await allReplies(trx, editor)).map((row) => [placeOf(visibilityOf(row), row.shortcut), row]),
        )
        const at = timestamp(clock())
        const hasRoom = createCapacity(trx, editor)
        for (const { line, row } of rows) {
          const before = known.get(placeOf(row.visibility, row.shortcut))
          const unknown = row.actions.find((action) => !isKnown(action))
          const outcome = await importRow(trx, { editor, row, before, at, hasRoom, isKnown: !unknown })
          if (outcome === 'created' || outcome === 'updated' || outcome === 'unchanged') result[outcome]++
          else {
            const value = outcome === 'action_unknown' ? (unknown?.type ?? '') : row.shortcut
            result.problems.push({ line, problem: outcome, value })
          }
        }
        if (isDryRun) throw new RolledBack()
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error
      })
    result.problems.sort((a, b) => a.line - b.line)
    return result
  }
}

class RolledBack extends Error {}

/** Whether one more reply may be created. Counts the existing ones once. */
function createCapacity(trx: Transaction, editor: Viewer) {
  const left = new Map<string, number>()
  return async (row: CannedReplyRow): Promise<boolean> => {
    const owner = row.visibility === 'personal' ? 'personal' : 'shared'
    const room = left.get(owner) ?? (await roomFor(trx, editor, row))
    left.set(owner, room - 1)
    return room > 0
  }
}

interface Imported {
  editor: Viewer
  row: CsvRow
  before: CannedReplyRow | undefined
  at: string
  hasRoom: ReturnType<typeof createCapacity>
  /** Whether its actions name labels and teams of the organization. */
  isKnown: boolean
}

async function importRow(
  trx: Transaction,
  { editor, row, before, at, hasRoom, isKnown }: Imported,
): Promise<Outcome> {
  if (row.visibility.type === 'personal' && editor.agentId === null) return 'personal_needs_agent'
  const { shortcut, content, actions } = row
  const fields = JSON.stringify([shortcut, content, actions])
  if (before !== undefined && fields === JSON.stringify(fieldsOf(before))) return 'unchanged'
  // Kept actions may name a label that was archived since.
  if (!isKnown && JSON.stringify(actions) !== JSON.stringify(before?.actions)) return 'action_unknown'
  if (before === undefined) {
    const created = newRow(editor, { ...row, id: newId(), at })
    if (!(await hasRoom(created))) return 'limit_reached'
    await insertReply(trx, created)
    return 'created'
  }
  if (!mayChange(editor, before)) return 'not_yours'
  await updateReply(trx, { ...before, shortcut, content, actions, updated_at: at })
  return 'updated'
}

const fieldsOf = ({ shortcut, content, actions }: CannedReplyRow) => [shortcut, content, actions]
