import type { ImportResult } from '@parley/protocol/canned-reply'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { parseCsv, type CsvProblem, type CsvRow } from './canned-reply-csv.ts'
import { allReplies, insertReply, updateReply, type CannedReplyRow } from './canned-reply-store.ts'
import { mayChange, newRow, requireCapacity, type CannedReplies, type Editor } from './canned-replies.ts'
import { keyOfShortcut } from './shortcut-key.ts'

type Outcome = 'created' | 'updated' | 'unchanged' | CsvProblem['problem']

/**
 * Imports a CSV file: a row with a known shortcut updates that reply and keeps its attachments, other rows create replies.
 * Lines with a problem are skipped. A dry run does the same and is rolled back.
 */
export function createReplyImport({ replies, clock }: { replies: CannedReplies; clock: Clock }) {
  return async (editor: Editor, csv: string, isDryRun: boolean): Promise<ImportResult> => {
    const { rows, problems } = parseCsv(csv)
    const result: ImportResult = { dry_run: isDryRun, created: 0, updated: 0, unchanged: 0, problems }
    if (rows.length === 0) return result
    await replies
      .withRepliesLocked(editor.organizationId, async (trx) => {
        const known = new Map(
          (await allReplies(trx, editor)).map((row) => [`${row.visibility} ${row.shortcut_key}`, row]),
        )
        const at = timestamp(clock())
        for (const { line, row } of rows) {
          const before = known.get(`${row.visibility} ${keyOfShortcut(row.shortcut)}`)
          const outcome = await importRow(trx, editor, row, before, at)
          if (outcome === 'created' || outcome === 'updated' || outcome === 'unchanged') result[outcome]++
          else result.problems.push({ line, problem: outcome, value: row.shortcut })
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

async function importRow(
  trx: Transaction,
  editor: Editor,
  row: CsvRow,
  before: CannedReplyRow | undefined,
  at: string,
): Promise<Outcome> {
  if (row.visibility === 'personal' && editor.agentId === null) return 'personal_needs_agent'
  if (before === undefined) {
    const created = newRow(editor, { ...row, id: newId(), at })
    try {
      await requireCapacity(trx, created)
    } catch (error) {
      if (error instanceof AppError && error.code === 'canned_reply_limit') return 'limit_reached'
      throw error
    }
    await insertReply(trx, created)
    return 'created'
  }
  const { shortcut, content, actions } = row
  if (JSON.stringify([shortcut, content, actions]) === JSON.stringify(fieldsOf(before))) return 'unchanged'
  if (!mayChange(editor, before)) return 'not_yours'
  await updateReply(trx, { ...before, shortcut, content, actions, updated_at: at })
  return 'updated'
}

const fieldsOf = ({ shortcut, content, actions }: CannedReplyRow) => [shortcut, content, actions]
