import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { hashToken, hmac, newToken, type Secrets } from '../../core/secrets.ts'
import type { Ties } from './exchange.ts'
import type { TransactionRow } from './social-login-tables.ts'
import {
  deleteUnopened,
  insertTransaction,
  keepAnswer,
  openTransaction,
  takeTransaction,
} from './transaction-store.ts'

/** For the whole way through the service's consent page (design 5). */
export const transactionSeconds = 600

const answerContext = (id: string) => `login_transaction.answer:${id}`

/** Whose click it was. `jkt` null: an admin tests the keys. */
export type Begun = Pick<
  TransactionRow,
  'organization_id' | 'provider_id' | 'social' | 'jkt' | 'opener_origin'
>

export type LoginTransactions = ReturnType<typeof createLoginTransactions>

/** One-time rows between the click and the callback. What a browser has to show of them is kept as a hash. */
export function createLoginTransactions(deps: { db: Database; clock: Clock; secrets: Secrets }) {
  const { db, clock, secrets } = deps
  const tieKey = secrets.key('social login ties')
  return {
    isOver: (row: { expires_at: string }): boolean => row.expires_at <= timestamp(clock()),

    isOpenedBy: (row: { browser_hash: string | null }, browser: string): boolean =>
      row.browser_hash === hashToken(browser),

    /** Computed of the state, which only the browser has: no row and no dump holds them. */
    tiesOf: (state: string): Ties => ({
      verifier: hmac(tieKey, `verifier ${state}`),
      nonce: hmac(tieKey, `nonce ${state}`),
    }),

    /** Answers the ticket that opens it. Of one key there is one that nobody has opened: clicks leave no heap of rows. */
    async prepare(begun: Begun): Promise<string> {
      const ticket = newToken('')
      if (begun.jkt !== null) await deleteUnopened(db, begun.provider_id, begun.jkt)
      await insertTransaction(db, {
        ...begun,
        id: newId(),
        page: null,
        language: null,
        ticket_hash: hashToken(ticket),
        state_hash: null,
        browser_hash: null,
        answer: null,
        expires_at: timestamp(clock() + transactionSeconds * 1000),
      })
      return ticket
    },

    /** From here on it belongs to this browser. undefined: the ticket is unknown or spent. */
    async open(
      ticket: string,
      by: { browser: string; page: string | null; language: string | null },
    ): Promise<{ row: TransactionRow; state: string } | undefined> {
      const state = newToken('')
      const row = await openTransaction(db, hashToken(ticket), {
        state_hash: hashToken(state),
        browser_hash: hashToken(by.browser),
        page: by.page,
        language: by.language,
      })
      return row && { row, state }
    },

    /** false: no sign-in at this service has this state, or it has its answer. */
    keepAnswer: (social: string, state: string, answer: Record<string, string>): Promise<boolean> =>
      keepAnswer(db, hashToken(state), social, (id) =>
        secrets.seal(JSON.stringify(answer), answerContext(id)),
      ),

    /** Ends it, whatever comes of it: whoever names a state has used it up. `answer`: what came by POST before. */
    async take(
      state: string,
    ): Promise<{ row: TransactionRow; answer: Record<string, string> | null } | undefined> {
      const row = await takeTransaction(db, hashToken(state))
      if (!row) return undefined
      const answer = row.answer === null ? null : secrets.open(row.answer, answerContext(row.id))
      return { row, answer: answer === null ? null : (JSON.parse(answer) as Record<string, string>) }
    },
  }
}
