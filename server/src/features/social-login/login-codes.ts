import type { SocialProvider } from '@parley/protocol/customer'
import type { LoginProfile } from '@parley/protocol/social-login'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { hashToken, newToken, type Secrets } from '../../core/secrets.ts'
import type { CodeRow } from './social-login-tables.ts'
import { insertCode, takeCode } from './transaction-store.ts'

/** For the answer to reach the widget, also by a person's click on the way back. */
const codeSeconds = 120

const loginContext = (codeHash: string) => `login_code.login:${codeHash}`

/** A finished sign-in, before anybody is a member by it. */
export interface Login {
  social: SocialProvider
  profile: LoginProfile
  /** For a row that is made with it: tag, and two letters. */
  language: string
  countryCode: string
}

export type LoginCodes = ReturnType<typeof createLoginCodes>

/** What the popup hands to its opener: worth a profile to one key at one widget, once. */
export function createLoginCodes(deps: { db: Database; clock: Clock; secrets: Secrets }) {
  const { db, clock, secrets } = deps
  return {
    async make(
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
        expires_at: timestamp(clock() + codeSeconds * 1000),
      })
      return code
    },

    /** Spends it, also when it is shown at another widget or with another key: null then. */
    async take(
      code: string,
      by: { providerId: string; jkt: string },
    ): Promise<(Login & { organizationId: string }) | null> {
      const codeHash = hashToken(code)
      const row = await takeCode(db, codeHash)
      if (!row || row.expires_at <= timestamp(clock())) return null
      if (row.provider_id !== by.providerId || row.jkt !== by.jkt) return null
      const login = JSON.parse(secrets.open(row.login, loginContext(codeHash))) as Login
      return { ...login, organizationId: row.organization_id }
    },
  }
}
