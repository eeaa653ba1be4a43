import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import { createTtlCache } from '../../core/cache.ts'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { Http } from '../../core/http.ts'
import { findConnection } from './connection-store.ts'
import type { Connections } from './connections.ts'
import type { StoreUpdates } from './updates.ts'

/** Larger than any update of a platform; texts have 4,096 characters. */
const bodyLimitBytes = 1024 * 1024

/** Webhooks of messaging platforms: stored, then acknowledged. */
export function updateRoutes(
  http: Http,
  deps: {
    db: Database
    clock: Clock
    connections: Pick<Connections, 'adapterOf' | 'webhookSecret' | 'reportReceived'>
    store: StoreUpdates
    wake: () => void
  },
): void {
  const { connections } = deps
  // Read with every update. Changed connections keep their organization and channel.
  const known = createTtlCache(
    (id) => findConnection(deps.db, id),
    { ttlMs: 10_000, maxEntries: 10_000 },
    deps.clock,
  )

  http.post(
    '/v1/public/channels/:channel_id/updates',
    {
      bodyLimit: bodyLimitBytes,
      schema: {
        tags: ['Channels'],
        summary: 'Webhook of a messaging platform',
        description:
          'Called by the platform, with the secret that it was given.\n\nErrors: 403 `channel_secret_wrong`.',
        params: Type.Object({ channel_id: Id }, closed),
        body: Type.Object({}, { additionalProperties: true }),
        response: { 200: Type.Object({}, closed) },
      },
    },
    async (request) => {
      const id = request.params.channel_id
      const row = await known.get(id)
      // The same response for unknown channels and wrong secrets.
      if (!row || row.removed_at !== null) throw new AppError('channel_secret_wrong')
      const adapter = connections.adapterOf(row.channel)
      if (!adapter.isAuthentic(request.headers, connections.webhookSecret(id)))
        throw new AppError('channel_secret_wrong')
      const to = { providerId: id, organizationId: row.organization_id }
      if ((await deps.store(to, adapter, [request.body])) > 0) deps.wake()
      if (row.problem !== null) await connections.reportReceived(id)
      return {}
    },
  )
}
