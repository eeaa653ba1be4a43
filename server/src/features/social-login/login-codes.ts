import type { SocialProvider } from '@parley/protocol/customer'
import type { LoginProfile } from '@parley/protocol/social-login'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { hashToken, newToken, type Secrets } from '../../core/secrets.ts'
import type { CodeRow } from './social-login-tables.ts'
import { insertCode, consumeCode } from './transaction-store.ts'

/** Long enough for a user who has to click the link back to the page. */
const codeTtlSeconds = 120

const loginContext = (codeHash: string) => `login_code.login:${codeHash}`

/** A completed sign-in whose member has not been created or updated yet. */
export interface Login {
  social: SocialProvider
  profile: LoginProfile
  /** Initial values for a new customer: language tag and two-letter country code. */
  language: string
  countryCode: string
}

export type LoginCodes = ReturnType<typeof createLoginCodes>

/** One-time codes that the popup passes to its opener. A code is bound to one provider and one key. */
export function createLoginCodes(deps: { db: Database; clock: Clock; secrets: Secrets }) {
  const { db, clock, secrets } = deps
  return {
    async create(
      owner: Pick<CodeRow, 'organization_id' | 'provider_id' | 'jkt'>,
      login: Login,
    ): Promise<string> {
      const code = newToken('')
      const codeHash = hashToken(code)
      await insertCode(db, {
        organization_id: owner.organization_id,
        provider_id: owner.provider_id,
        jkt: owner.jkt,
        code_hash: codeHash,
        login: secrets.seal(JSON.stringify(login), loginContext(codeHash)),
        expires_at: timestamp(clock() + codeTtlSeconds * 1000),
      })
      return code
    },

    /** Consumes the code. Returns null if it is unknown, expired, or presented with another provider or key. */
    async consume(
      code: string,
      by: { providerId: string; jkt: string },
    ): Promise<(Login & { organizationId: string }) | null> {
      const codeHash = hashToken(code)
      const row = await consumeCode(db, codeHash)
      if (!row || row.expires_at <= timestamp(clock())) return null
      if (row.provider_id !== by.providerId || row.jkt !== by.jkt) return null
      const login = JSON.parse(secrets.open(row.login, loginContext(codeHash))) as Login
      return { ...login, organizationId: row.organization_id }
    },
  }
}
