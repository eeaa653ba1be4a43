import type { Database } from '../../core/database.ts'
import { logEnds } from '../../core/log-reader.ts'

export interface CustomerFigures {
  /** End of the customer's log. */
  seq: number
  conversation_count: number
}

/** Figures of many customers at once, by customer. */
export const createCustomerFigures =
  (deps: { db: Database; conversationCounts: (customerIds: string[]) => Promise<Map<string, number>> }) =>
  async (customerIds: string[]): Promise<Map<string, CustomerFigures>> => {
    if (customerIds.length === 0) return new Map()
    const [ends, counts] = await Promise.all([
      logEnds(deps, customerIds),
      deps.conversationCounts(customerIds),
    ])
    return new Map(
      customerIds.map((id) => [id, { seq: ends.get(id) ?? 0, conversation_count: counts.get(id) ?? 0 }]),
    )
  }
