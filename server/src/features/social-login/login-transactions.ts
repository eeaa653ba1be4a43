import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { hashToken, hmac, newToken, type Secrets } from '../../core/secrets.ts'
import type { SignInSecrets } from './exchange.ts'
import type { TransactionRow } from './social-login-tables.ts'
import {
  deleteUnopened,
  insertTransaction,
  storeAnswer,
  openTransaction,
  consumeTransaction,
} from './transaction-store.ts'

/** Time limit from the click to the callback (design 5). */
export const transactionTtlSeconds = 600

const answerContext = (id: string) => `login_transaction.answer:${id}`

/** Who started the sign-in. `jkt` is null when an admin tests the keys. */
export type NewTransaction = Pick<
  TransactionRow,
  'organization_id' | 'provider_id' | 'social' | 'jkt' | 'opener_origin'
>

export type LoginTransactions = ReturnType<typeof createLoginTransactions>

/** One-time transactions from the click to the callback. Ticket, state and browser cookie are stored as hashes. */
export function createLoginTransactions(deps: { db: Database; clock: Clock; secrets: Secrets }) {
  const { db, clock, secrets } = deps
  const derivationKey = secrets.key('social login ties')
  return {
    isExpired: (row: { expires_at: string }): boolean => row.expires_at <= timestamp(clock()),

    isBoundTo: (row: { browser_hash: string | null }, browser: string): boolean =>
      row.browser_hash === hashToken(browser),

    /** Derived from the state, which only the browser has, so a database dump does not reveal them. */
    signInSecrets: (state: string): SignInSecrets => ({
      verifier: hmac(derivationKey, `verifier ${state}`),
      nonce: hmac(derivationKey, `nonce ${state}`),
    }),

    /** Returns the ticket that opens the transaction. Replaces the key's unopened one, so clicks do not accumulate rows. */
    async prepare(transaction: NewTransaction): Promise<string> {
      const ticket = newToken('')
      if (transaction.jkt !== null) await deleteUnopened(db, transaction.provider_id, transaction.jkt)
      await insertTransaction(db, {
        ...transaction,
        id: newId(),
        page: null,
        language: null,
        ticket_hash: hashToken(ticket),
        state_hash: null,
        browser_hash: null,
        answer: null,
        expires_at: timestamp(clock() + transactionTtlSeconds * 1000),
      })
      return ticket
    },

    /** Binds the transaction to this browser. Returns undefined if the ticket is unknown or used. */
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

    /** Returns false if no transaction of this service has this state, or it already has an answer. */
    storeAnswer: (social: string, state: string, answer: Record<string, string>): Promise<boolean> =>
      storeAnswer(db, hashToken(state), social, (id) =>
        secrets.seal(JSON.stringify(answer), answerContext(id)),
      ),

    /** Consumes the transaction, even if the checks that follow fail. `answer`: the parameters of an earlier POST. */
    async consume(
      state: string,
    ): Promise<{ row: TransactionRow; answer: Record<string, string> | null } | undefined> {
      const row = await consumeTransaction(db, hashToken(state))
      if (!row) return undefined
      const answer = row.answer === null ? null : secrets.open(row.answer, answerContext(row.id))
      return { row, answer: answer === null ? null : (JSON.parse(answer) as Record<string, string>) }
    },
  }
}
