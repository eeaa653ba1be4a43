import type { Role } from '@parley/protocol/agent'
import type { Generated } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

/** Columns of migration 0003 that this feature uses. better-auth accesses the `auth_*` tables through its own pool. */
type AgentTables = {
  agent: {
    id: string
    organization_id: string
    user_id: string
    role: Role
    name: string | null
    avatar_url: string | null
    created_at: string
    removed_at: string | null
  }
  agent_face: { id: string; organization_id: string; name: string; avatar_url: string | null }
  auth_user: {
    id: string
    name: string
    email: string
    email_verified: Generated<boolean>
    image: string | null
    created_at: string
    updated_at: string
  }
  auth_account: {
    id: string
    user_id: string
    account_id: string
    provider_id: string
    password: string | null
    created_at: string
    updated_at: string
  }
  auth_session: { id: string; user_id: string; token: string; expires_at: string }
  invitation: {
    id: string
    organization_id: string
    token_hash: string
    role: Role
    email: string | null
    invited_by: string
    created_at: string
    expires_at: string
    accepted_at: string | null
    withdrawn_at: string | null
  }
}

export const agentTables = (db: Database | Transaction) => (db as Database).withTables<AgentTables>()
