import type { ChannelConnection } from '@parley/protocol/channel-connection'
import type { ConnectionRow } from './connection-store.ts'

/** Without credentials. */
export const presented = (row: ConnectionRow): ChannelConnection => ({
  id: row.provider_id,
  channel: row.channel,
  name: row.name,
  username: row.username,
  picture_url:
    row.picture_id === null
      ? null
      : `/v1/organizations/${row.organization_id}/channels/${row.provider_id}/pictures/${row.picture_id}`,
  mode: row.mode,
  problem: row.problem,
  problem_at: row.problem_at,
  last_inbound_at: row.last_inbound_at,
  created_at: row.created_at,
})
