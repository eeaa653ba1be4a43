import type { SocialProvider } from '@parley/protocol/customer'
import type { LoginProfile } from '@parley/protocol/social-login'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { hashToken, newToken, type Secrets } from '../../core/secrets.ts'
import type { CodeRow } from './social-login-tables.ts'
import { throughOutage } from './through-outage.ts'
import { deleteCode, findCode, insertCode } from './transaction-store.ts'

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
      const row = {
        organization_id: owner.organization_id,
        provider_id: owner.provider_id,
        jkt: owner.jkt,
        code_hash: codeHash,
        login: secrets.seal(JSON.stringify(login), loginContext(codeHash)),
        expires_at: timestamp(clock() + codeTtlSeconds * 1000),
      }
      await throughOutage(() => insertCode(db, row))
      return code
    },

    /**
     * Returns the sign-in of a code, which the session's insert uses up. Returns null if the code is unknown, and uses it up if it
     * is expired or presented with another provider or key.
     */
    async read(
      code: string,
      by: { providerId: string; jkt: string },
    ): Promise<(Login & { organizationId: string; codeHash: string }) | null> {
      const codeHash = hashToken(code)
      const row = await findCode(db, codeHash)
      if (!row) return null
      const isExpired = row.expires_at <= timestamp(clock())
      if (isExpired || row.provider_id !== by.providerId || row.jkt !== by.jkt) {
        await deleteCode(db, codeHash)
        return null
      }
      const login = JSON.parse(secrets.open(row.login, loginContext(codeHash))) as Login
      return { ...login, organizationId: row.organization_id, codeHash }
    },
  }
}
