import Type, { type Static } from 'typebox'
import { AgentFace } from './agent.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

/** The scale: 1 is the worst rating. The check constraint of `rating.score` has the same limits. */
export const bestScore = 5
/** Scores up to this one notify agents. */
export const lowScore = 2
export const maxRatingComment = 1_000

const Text = nullable(Type.String({ maxLength: 200 }))

/** A provider's survey settings. Texts that are null are the widget's own, in the visitor's language. */
export const SurveySettings = Type.Object({ on: Type.Boolean(), question: Text, thanks: Text }, closed)
export type SurveySettings = Static<typeof SurveySettings>

export const SurveySettingsChange = Type.Partial(SurveySettings, closed)
export type SurveySettingsChange = Static<typeof SurveySettingsChange>

/** survey.answer (widgets): rates the customer's last conversation, which is closed, or changes the rating. */
export const SurveyAnswerParams = Type.Object(
  {
    conversation_id: Id,
    /** The opening that the customer has in view: a reopened conversation is not rated in its place. */
    started_at: Type.Optional(Timestamp),
    score: Type.Integer({ minimum: 1, maximum: bestScore }),
    comment: Type.String({ maxLength: maxRatingComment }),
  },
  closed,
)
export type SurveyAnswerParams = Static<typeof SurveyAnswerParams>

/** The survey of the customer's last conversation. */
export interface Survey {
  conversation_id: string
  /** When the conversation was opened, or last reopened. */
  started_at: string
  question: string | null
  thanks: string | null
  /** null: not rated yet. */
  score: number | null
  comment: string
}

/** survey.read (widgets). */
export interface SurveyState {
  /** null: nothing to rate or change. */
  survey: Survey | null
}

/** A customer's rating of one closed conversation. A reopened conversation can be rated again after each closing. */
export const Rating = Type.Object(
  {
    id: Id,
    conversation_id: Id,
    customer_id: Id,
    provider_id: Id,
    /** The assignee when the conversation was closed. */
    agent: nullable(AgentFace),
    score: Type.Integer({ minimum: 1, maximum: bestScore }),
    /** Empty: none. */
    comment: Type.String(),
    created_at: Timestamp,
    /** null: not changed since. */
    changed_at: nullable(Timestamp),
  },
  closed,
)
export type Rating = Static<typeof Rating>

export const RatingFilter = {
  conversation_id: Type.Optional(Id),
  customer_id: Type.Optional(Id),
  /** Scores up to this one. */
  max_score: Type.Optional(Type.Integer({ minimum: 1, maximum: bestScore })),
}

/**
 * conversation.rated: the comment is not in the log, because the customer may replace it.
 * `previous`: the score before this change; null: the first rating.
 */
export interface ConversationRated {
  rating_id: string
  score: number
  previous: number | null
}
