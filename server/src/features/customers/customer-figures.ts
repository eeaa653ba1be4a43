import type { Channel } from '@parley/protocol/channel'
import type { Customer } from '@parley/protocol/customer'
import type { CustomerAttributes } from '@parley/protocol/visitor-context'
import type { Database } from '../../core/database.ts'
import { logEnds } from '../../core/log-reader.ts'

/** What other tables know about a customer; `seq` is the end of the log. */
export type CustomerFigures = Pick<Customer, 'seq' | 'conversation_count' | 'channel' | 'attributes'>

export const noFigures: CustomerFigures = {
  seq: 0,
  conversation_count: 0,
  channel: 'widget',
  attributes: { stated: {}, confirmed: {} },
}

export interface CustomerFigureDeps {
  db: Database
  conversationCounts: (customerIds: string[]) => Promise<Map<string, number>>
  attributesOf: (customerIds: string[]) => Promise<Map<string, CustomerAttributes>>
}

/** The second one is a view of the providers feature (migration 0042). */
type ChannelTables = {
  customer: { id: string; provider_id: string }
  provider_channel: { id: string; channel: Channel }
}

/** Figures of many customers at once, by customer. */
export const createCustomerFigures =
  (deps: CustomerFigureDeps) =>
  async (customerIds: string[]): Promise<Map<string, CustomerFigures>> => {
    if (customerIds.length === 0) return new Map()
    const [ends, counts, attributes, channels] = await Promise.all([
      logEnds(deps, customerIds),
      deps.conversationCounts(customerIds),
      deps.attributesOf(customerIds),
      channelsOf(deps.db, customerIds),
    ])
    return new Map(
      customerIds.map((id) => [
        id,
        {
          seq: ends.get(id) ?? noFigures.seq,
          conversation_count: counts.get(id) ?? noFigures.conversation_count,
          channel: channels.get(id) ?? noFigures.channel,
          attributes: attributes.get(id) ?? noFigures.attributes,
        },
      ]),
    )
  }

async function channelsOf(db: Database, customerIds: string[]): Promise<Map<string, Channel>> {
  const rows = await db
    .withTables<ChannelTables>()
    .selectFrom('customer')
    .innerJoin('provider_channel', 'provider_channel.id', 'customer.provider_id')
    .select(['customer.id', 'provider_channel.channel'])
    .where('customer.id', 'in', customerIds)
    .execute()
  return new Map(rows.map(({ id, channel }) => [id, channel]))
}
