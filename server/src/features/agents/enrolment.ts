import type { Role } from '@parley/protocol/agent'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { admitAgent } from './agent-store.ts'
import { findPersonByEmail, insertPerson, updatePassword } from './person-store.ts'
import { lockFounding } from './setup.ts'
import type { SignIn } from './sign-in.ts'

/** People made by the program itself, not by somebody who asks: the demo's. */
export function createEnrolment(deps: { db: Database; clock: Clock; signIn: SignIn }) {
  const { db, clock, signIn } = deps
  return {
    /** Until the commit nobody else founds an organization. */
    lockFounding,

    /** Makes somebody an agent; whoever has this e-mail already keeps name and password. */
    async enrol(
      trx: Transaction,
      input: { organizationId: string; name: string; email: string; role: Role; password: string },
    ): Promise<void> {
      const now = timestamp(clock())
      const passwordHash = await signIn.hashPassword(input.password)
      const person =
        (await insertPerson(trx, { ...input, passwordHash, now })) ??
        (await findPersonByEmail(trx, input.email))
      if (!person) throw new Error('A person who neither exists nor can be made')
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

    async passwordFits(email: string, password: string): Promise<boolean> {
      const person = await findPersonByEmail(db, email)
      return typeof person?.password === 'string' && signIn.passwordFits(password, person.password)
    },
  }
}
