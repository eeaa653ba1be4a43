import type { ConversationRated, Survey, SurveyAnswerParams, SurveySettings } from '@parley/protocol/survey'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { EventLog } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import { findRating, insertRating, updateRating, type RatingRow } from './rating-store.ts'

/** How long a closed conversation can be rated: most visitors return within days. */
const answerMs = 7 * 86_400_000
/** How long a rating can be changed. */
const changeMs = 86_400_000
/** Each change is a log entry. */
export const maxChanges = 10

/** What a survey needs of a conversation; supplied by the conversations feature. */
export interface RatedConversation {
  id: string
  customer_id: string
  provider_id: string
  agent_id: string | null
  status: 'open' | 'closed'
  started_at: string
  closed_at: string | null
  first_response_time: number | null
}

export interface SurveyDeps {
  db: Database
  log: EventLog
  clock: Clock
  /** undefined: the widget was deleted. */
  settingsOf: (providerId: string) => Promise<SurveySettings | undefined>
  /** The customer's conversation that started last. */
  latestConversation: (
    db: Database | Transaction,
    customerId: string,
  ) => Promise<RatedConversation | undefined>
  mayWrite: (organizationId: string, customerId: string) => Promise<boolean>
}

export interface Respondent {
  organizationId: string
  customerId: string
}

export type Surveys = ReturnType<typeof createSurveys>

type Verdict = 'ask' | 'survey_unavailable' | 'survey_over' | 'survey_change_limit'

/** Ratings of closed conversations by their customers (docs/decisions/satisfaction.md). */
export function createSurveys(deps: SurveyDeps) {
  const { db, log, clock } = deps

  return {
    /** What the customer can rate or change now; null: nothing. */
    async read({ organizationId, customerId }: Respondent): Promise<Survey | null> {
      const conversation = await deps.latestConversation(db, customerId)
      if (!conversation || !(await deps.mayWrite(organizationId, customerId))) return null
      const settings = await deps.settingsOf(conversation.provider_id)
      const rating = await findRating(db, conversation)
      if (verdictOn(conversation, settings, rating, clock()) !== 'ask' || !settings) return null
      return present(conversation, settings, rating)
    },

    /** @throws AppError not_found, survey_unavailable, survey_over, survey_change_limit */
    async answer({ organizationId, customerId }: Respondent, params: SurveyAnswerParams): Promise<Survey> {
      const { conversation_id: conversationId, started_at: opening, score } = params
      const comment = params.comment.trim()
      return log.transact(async (tx) => {
        const head = await tx.lock(organizationId, customerId)
        const conversation = head && (await deps.latestConversation(tx.db, customerId))
        // Other customers' conversations give the same error, so that ids cannot be probed.
        if (!conversation || conversation.id !== conversationId) throw new AppError('not_found')
        if (opening !== undefined && opening !== conversation.started_at) throw new AppError('survey_over')
        const settings = await deps.settingsOf(conversation.provider_id)
        const rating = await findRating(tx.db, conversation)
        if (!settings || !head.may_write) throw new AppError('survey_unavailable')
        const unchanged = rating?.score === score && rating.comment === comment
        if (rating && unchanged) return present(conversation, settings, rating)
        const verdict = verdictOn(conversation, settings, rating, clock())
        if (verdict !== 'ask') throw new AppError(verdict)
        const changed = rating
          ? { ...rating, score, comment, changes: rating.changes + 1, changed_at: tx.now }
          : newRating(organizationId, conversation, { score, comment, now: tx.now })
        if (rating) {
          const { changes, changed_at } = changed
          await updateRating(tx.db, rating.id, { score, comment, changes, changed_at })
        } else await insertRating(tx.db, changed)
        tx.append(head, [
          {
            type: 'conversation.rated',
            audience: 'agents',
            conversation_id: conversationId,
            actor: { type: 'customer' },
            data: {
              rating_id: changed.id,
              score,
              previous: rating?.score ?? null,
            } satisfies ConversationRated,
          },
        ])
        return present(conversation, settings, changed)
      })
    },
  }
}

/**
 * Whether this opening of the conversation can be rated. Without a reply of the team there is nothing to rate; that is also how
 * spam is closed.
 */
function verdictOn(
  { status, closed_at: closedAt, first_response_time: response }: RatedConversation,
  settings: SurveySettings | undefined,
  rating: RatingRow | undefined,
  now: number,
): Verdict {
  if (settings?.on !== true || status === 'open' || closedAt === null || response === null)
    return 'survey_unavailable'
  if (!rating) return now - Date.parse(closedAt) < answerMs ? 'ask' : 'survey_over'
  if (now - Date.parse(rating.created_at) >= changeMs) return 'survey_over'
  return rating.changes < maxChanges ? 'ask' : 'survey_change_limit'
}

const newRating = (
  organizationId: string,
  conversation: RatedConversation,
  { score, comment, now }: { score: number; comment: string; now: string },
): RatingRow => ({
  id: newId(),
  organization_id: organizationId,
  customer_id: conversation.customer_id,
  provider_id: conversation.provider_id,
  conversation_id: conversation.id,
  started_at: conversation.started_at,
  agent_id: conversation.agent_id,
  score,
  comment,
  changes: 0,
  created_at: now,
  changed_at: null,
})

const present = (
  { id, started_at }: RatedConversation,
  { question, thanks }: SurveySettings,
  rating: RatingRow | undefined,
): Survey => ({
  conversation_id: id,
  started_at,
  question,
  thanks,
  score: rating?.score ?? null,
  comment: rating?.comment ?? '',
})
