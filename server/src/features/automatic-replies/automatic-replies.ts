import type { AutomaticReply, AutomaticReplyKind } from '@parley/protocol/automatic-reply'
import { automaticReplyTexts } from '@parley/protocol/automatic-reply-texts'
import type { Language } from '@parley/protocol/provider'
import { v5 } from 'uuid'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import {
  finishDue,
  findSettings,
  postponeDue,
  recordSending,
  undoSending,
  type DueReply,
} from './automatic-reply-store.ts'
import type { TeamPresence } from './team-presence.ts'

/**
 * Each text at most once per contact in this time: a working day has one, also if the contact writes in the morning and in the
 * evening, and the next day begins with a new one. Two programs that respond to each other exchange two messages a day.
 */
export const replyIntervalMs = 12 * 3_600_000
/** Nobody expects an automatic text so late, for example after an outage. */
const maxDelayMs = 10 * 60_000
/** Within this time after an agent's message, no away text is sent. */
const recentAnswerMs = 3_600_000

/** Delay until presence is checked again (ms). */
const presenceRetryMs = 3_000

export interface AutomaticReplyDeps {
  db: Database
  clock: Clock
  findCustomer: (
    organizationId: string,
    customerId: string,
  ) => Promise<{ language: string; is_blocked: boolean; deactivated_at: string | null } | undefined>
  findConversation: (
    organizationId: string,
    conversationId: string,
  ) => Promise<{ status: 'open' | 'closed'; team_id: string | null; started_at: string } | undefined>
  isOpen: (organizationId: string, teamId: string | null) => Promise<boolean>
  /** @param waitedMs how long the message has waited */
  presence: (organizationId: string, waitedMs: number) => Promise<TeamPresence>
  /** When an agent last wrote to the customer; null: never. */
  lastHumanResponse: (organizationId: string, customerId: string) => Promise<string | null>
  sendMessage: (
    sender: { type: 'system'; organizationId: string; customerId: string; owner: null },
    message: { client_id: string; content: string; conversationId: string },
  ) => Promise<unknown>
}

/** Expected: what has changed since the contact wrote. */
const refusals = new Set(['conversation_closed', 'not_found', 'client_id_conflict', 'reply_window_closed'])

const namespace = '0199f3a2-7c11-7f6a-9b02-5d1c7e3a4f55'

/** Responds to a contact's message, if a text is due. */
export function createAutomaticReplies(deps: AutomaticReplyDeps) {
  const { db, clock } = deps

  async function isAway(row: DueReply, teamId: string | null): Promise<boolean | 'unknown'> {
    // Agents can also answer without a panel: by a program, or before they closed it.
    if (await hasRecentAnswer(row)) return false
    const presence = await deps.presence(row.organization_id, clock() - Date.parse(row.due_at))
    if (presence === 'absent' || !(await deps.isOpen(row.organization_id, teamId))) return true
    return presence === 'present' ? false : 'unknown'
  }

  async function hasRecentAnswer(row: DueReply): Promise<boolean> {
    const last = await deps.lastHumanResponse(row.organization_id, row.customer_id)
    return last !== null && clock() - Date.parse(last) < recentAnswerMs
  }

  /** The message that began the conversation came too late for a greeting, and an agent has answered it before this one. */
  async function wasAnswered(row: DueReply, { started_at: startedAt }: { started_at: string }) {
    const last = await deps.lastHumanResponse(row.organization_id, row.customer_id)
    const answeredAt = Date.parse(last ?? '')
    return answeredAt >= Date.parse(startedAt) && answeredAt < Date.parse(row.due_at)
  }

  async function send(row: DueReply, kind: AutomaticReplyKind, content: string): Promise<void> {
    // Before the message. After an error or a crash, the same message is sent again; its client_id prevents a second one.
    const sending = { now: databaseNow(clock), intervalMs: replyIntervalMs }
    if (!(await recordSending(db, row, kind, sending))) return
    try {
      await deps.sendMessage(
        {
          type: 'system',
          organizationId: row.organization_id,
          customerId: row.customer_id,
          owner: null,
        },
        {
          client_id: v5(`${row.customer_id}:${kind}:${row.due_seq}`, namespace),
          content,
          conversationId: row.conversation_id,
        },
      )
    } catch (error) {
      if (!(error instanceof AppError && refusals.has(error.code))) throw error
      // Otherwise an earlier attempt has sent it, with another text.
      if (error.code !== 'client_id_conflict') await undoSending(db, row, kind)
    }
  }

  async function respond(row: DueReply): Promise<'done' | 'postponed'> {
    if (clock() - Date.parse(row.due_at) > maxDelayMs) return 'done'
    const settings = await findSettings(db, row.provider_id)
    const customer = await deps.findCustomer(row.organization_id, row.customer_id)
    const conversation = await deps.findConversation(row.organization_id, row.conversation_id)
    if (!settings || !customer || customer.is_blocked || customer.deactivated_at !== null) return 'done'
    if (conversation?.status !== 'open') return 'done'
    const language = languageOf(customer.language)
    const { greeting, away } = settings
    if (row.greets && greeting.on && !(await wasAnswered(row, conversation)))
      await send(row, 'greeting', textOf('greeting', greeting, language))
    const isAwayNow = away.on && (await isAway(row, conversation.team_id))
    if (isAwayNow === 'unknown') return 'postponed'
    if (isAwayNow) await send(row, 'away', textOf('away', away, language))
    return 'done'
  }

  return async (row: DueReply): Promise<void> => {
    const outcome = await respond(row)
    if (outcome === 'done') await finishDue(db, row)
    else await postponeDue(db, row, { now: databaseNow(clock), ms: presenceRetryMs })
  }
}

export function textOf(
  kind: AutomaticReplyKind,
  { text, translations }: AutomaticReply,
  language: Language,
): string {
  return translations[language] ?? text ?? automaticReplyTexts[kind][language]
}

/** Of a tag as platforms report it, such as `pt-BR`. */
function languageOf(tag: string): Language {
  const language = tag.slice(0, 2).toLowerCase()
  return Object.hasOwn(automaticReplyTexts.greeting, language) ? (language as Language) : 'en'
}
