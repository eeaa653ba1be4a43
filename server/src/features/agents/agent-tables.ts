import type { Role } from '@parley/protocol/agent'
import type { Generated } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

/** The source of a reset link: an admin, the person by e-mail, or the operator with the command. */
export type ResetSource = 'admin' | 'mail' | 'command'

export type AccountEventType =
  | 'reset_link_created'
  | 'password_reset'
  | 'password_changed'
  | 'email_changed'
  | 'signed_out_everywhere'

export type AccountEventSource = ResetSource | 'invitation' | 'person'

/** Columns of migrations 0003, 0022, 0222 and 0239 that this feature uses. better-auth accesses the `auth_*` tables through its own pool. */
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
    /** null while the removal listeners have to run (agents.ts). */
    released_at: string | null
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
  password_reset: {
    id: string
    user_id: string
    token_hash: string
    source: ResetSource
    made_by: string | null
    created_at: string
    expires_at: string
    used_at: string | null
    withdrawn_at: string | null
  }
  email_change: {
    id: string
    user_id: string
    token_hash: string
    email: string
    created_at: string
    expires_at: string
    used_at: string | null
  }
  account_event: {
    id: string
    user_id: string
    type: AccountEventType
    source: AccountEventSource
    agent_id: string | null
    created_at: string
  }
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
    mail_id: string | null
  }
}

export const agentTables = (db: Database | Transaction) => (db as Database).withTables<AgentTables>()
