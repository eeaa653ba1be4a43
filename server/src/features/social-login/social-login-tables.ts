import type { SocialProvider } from '@parley/protocol/customer'
import type { KeySource } from '@parley/protocol/social-login'
import type { Database, Transaction } from '../../core/database.ts'

type SocialLoginTables = {
  member_login: {
    provider_id: string
    organization_id: string
    key_source: KeySource
    session_days: number
  }
  social_login: {
    provider_id: string
    organization_id: string
    social: SocialProvider
    enabled: boolean
    client_id: string | null
    /** Sealed. */
    secret: string | null
    team_id: string | null
    key_id: string | null
  }
  login_transaction: {
    id: string
    organization_id: string
    provider_id: string
    social: SocialProvider
    /** null: a test from the panel. */
    jkt: string | null
    opener_origin: string
    page: string | null
    language: string | null
    ticket_hash: string | null
    state_hash: string | null
    browser_hash: string | null
    /** Sealed. */
    answer: string | null
    expires_at: string
  }
  login_code: {
    code_hash: string
    organization_id: string
    provider_id: string
    jkt: string
    /** Sealed. */
    login: string
    expires_at: string
  }
  member_session: {
    provider_id: string
    jkt: string
    organization_id: string
    customer_id: string
    created_at: string
    expires_at: string
  }
}

export type LoginRow = SocialLoginTables['social_login']
export type TransactionRow = SocialLoginTables['login_transaction']
export type CodeRow = SocialLoginTables['login_code']
export type MemberSessionRow = SocialLoginTables['member_session']

export const tables = (db: Database | Transaction) => (db as Database).withTables<SocialLoginTables>()
