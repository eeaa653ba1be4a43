import type { AgentFace } from '@parley/protocol/agent'
import type { Rating } from '@parley/protocol/survey'
import type { Database } from '../../core/database.ts'
import { listRatings, type RatingQuery } from './rating-store.ts'

export interface RatingListDeps {
  db: Database
  facesOf: (organizationId: string, agentIds: string[]) => Promise<Map<string, AgentFace>>
}

export type RatingLists = ReturnType<typeof createRatingLists>

/** Ratings as agents and programs read them, newest first. */
export const createRatingLists = ({ db, facesOf }: RatingListDeps) => ({
  async list(query: RatingQuery): Promise<Rating[]> {
    const rows = await listRatings(db, query)
    const agentIds = [...new Set(rows.flatMap((row) => row.agent_id ?? []))]
    const faces =
      agentIds.length > 0 ? await facesOf(query.organizationId, agentIds) : new Map<string, AgentFace>()
    return rows.map((row) => ({
      id: row.id,
      conversation_id: row.conversation_id,
      customer_id: row.customer_id,
      provider_id: row.provider_id,
      agent: row.agent_id === null ? null : (faces.get(row.agent_id) ?? null),
      score: row.score,
      comment: row.comment,
      created_at: row.created_at,
      changed_at: row.changed_at,
    }))
  },
})
