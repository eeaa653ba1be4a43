import { LRUCache } from 'lru-cache'
import { AppError } from '../../core/app-error.ts'
import { atMost } from '../../core/cache.ts'
import type { Database } from '../../core/database.ts'
import { isId } from '../../core/ids.ts'
import type { CallRow } from './call-state.ts'
import { findCall } from './call-store.ts'

/** What locks a call: its log's head, then its row. */
export type CallKey = Pick<CallRow, 'id' | 'organization_id' | 'customer_id'>

/** Returns the key of an organization's call. @throws AppError not_found */
export type FindCallKey = (organizationId: string, callId: string) => Promise<CallKey>

const maxKeys = 10_000

/** The key of a call never changes, so its agent's commands read it once, and then only the locked row. */
export function createCallKeys(db: Database): FindCallKey {
  const known = new LRUCache<string, CallKey>(atMost(maxKeys))

  async function read(callId: string): Promise<CallKey | undefined> {
    const call = isId(callId) ? await findCall(db, callId) : undefined
    if (!call) return undefined
    const key = { id: call.id, organization_id: call.organization_id, customer_id: call.customer_id }
    known.set(callId, key)
    return key
  }

  return async (organizationId, callId) => {
    const key = known.get(callId) ?? (await read(callId))
    if (key?.organization_id !== organizationId) throw new AppError('not_found')
    return key
  }
}
