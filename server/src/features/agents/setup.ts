import type { SetupInput, SetupState } from '@parley/protocol/agent'
import { sql } from 'kysely'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { equalInConstantTime } from '../../core/secrets.ts'
import { admitAgent } from './agent-store.ts'
import { insertPerson } from './person-store.ts'

/** Arbitrary, but the same in every process. Held while an organization is created. */
const advisoryLock = 7_226_539_004

export const lockFounding = (trx: Transaction) =>
  sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(trx)

/** Functions of the organizations feature. */
export interface Founding {
  isEmpty(trx?: Transaction): Promise<boolean>
  create(trx: Transaction, input: { name: string }): Promise<{ id: string }>
}

/** Functions of the providers feature. */
export interface FirstWidget {
  create(organizationId: string, input: { name: string }, trx: Transaction): Promise<unknown>
}

export type Setup = ReturnType<typeof createSetup>

/** Creates the first organization of an installation, and further ones if sign-up is open. */
export function createSetup(deps: {
  db: Database
  clock: Clock
  signup: 'open' | 'closed'
  organizations: Founding
  /** Token required for the first setup; null: none. */
  token: string | null
  hasMail: boolean
  providers: FirstWidget
}) {
  const { db, clock, signup, organizations, providers } = deps

  async function requireOpen(trx?: Transaction): Promise<void> {
    if (signup === 'closed' && !(await organizations.isEmpty(trx))) throw new AppError('setup_done')
  }

  return {
    async state(): Promise<SetupState> {
      const needed = await organizations.isEmpty()
      return { needed, signup, token_required: needed && deps.token !== null, mail: deps.hasMail }
    },

    /** Returns the setup link for the operator; null when an organization exists or no token is needed. */
    async firstLink(baseUrl: string): Promise<string | null> {
      if (deps.token === null || !(await organizations.isEmpty())) return null
      return `${baseUrl}/panel/setup#${deps.token}`
    },

    /** @throws AppError setup_token_invalid */
    requireToken(token: string | undefined): void {
      if (deps.token !== null && !equalInConstantTime(token ?? '', deps.token))
        throw new AppError('setup_token_invalid', { pointer: '/body/token' })
    },

    /** Checked before the expensive password hash. @throws AppError setup_done */
    requireOpen: (): Promise<void> => requireOpen(),

    /**
     * Creates an organization, its owner and its first widget. Concurrent first setups are serialized, and all but one fail.
     * @throws AppError setup_done, email_taken
     */
    found: (
      input: Omit<SetupInput, 'password' | 'token'> & { passwordHash: string },
    ): Promise<{ userId: string }> =>
      db.transaction().execute(async (trx) => {
        await lockFounding(trx)
        await requireOpen(trx)
        const now = timestamp(clock())
        const organization = await organizations.create(trx, { name: input.organization })
        const person = await insertPerson(trx, { ...input, now })
        if (!person) throw new AppError('email_taken')
        await admitAgent(trx, { organizationId: organization.id, userId: person.id, role: 'owner', now })
        await providers.create(organization.id, { name: input.organization }, trx)
        return { userId: person.id }
      }),
  }
}
