import type { Role } from '@parley/protocol/agent'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { admitAgent } from './agent-store.ts'
import { findPersonByEmail, insertPerson, updatePassword } from './person-store.ts'
import { lockFounding } from './setup.ts'
import type { SignIn } from './sign-in.ts'

/** Creates agents without an invitation, for the demo. */
export function createEnrolment(deps: { db: Database; clock: Clock; signIn: SignIn }) {
  const { db, clock, signIn } = deps
  return {
    /** Blocks the creation of other organizations until the commit. */
    lockFounding,

    /** Adds an agent. An existing user with this email keeps their name and password. */
    async enrol(
      trx: Transaction,
      input: { organizationId: string; name: string; email: string; role: Role; password: string },
    ): Promise<void> {
      const now = timestamp(clock())
      const passwordHash = await signIn.hashPassword(input.password)
      const person =
        (await insertPerson(trx, { ...input, passwordHash, now })) ??
        (await findPersonByEmail(trx, input.email))
      if (!person) throw new Error('The user neither exists nor could be created')
      await admitAgent(trx, {
        organizationId: input.organizationId,
        userId: person.id,
        role: input.role,
        now,
      })
    },

    async setPassword(trx: Transaction, email: string, password: string): Promise<void> {
      const person = await findPersonByEmail(trx, email)
      if (!person) return
      await updatePassword(trx, person.id, await signIn.hashPassword(password), timestamp(clock()))
    },

    async verifyPassword(email: string, password: string): Promise<boolean> {
      const person = await findPersonByEmail(db, email)
      return typeof person?.password === 'string' && signIn.verifyPassword(password, person.password)
    },
  }
}
