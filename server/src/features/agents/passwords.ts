import { Email } from '@parley/protocol/agent'
import { Check } from 'typebox/value'
import { AppError } from '../../core/app-error.ts'
import { clientNetwork } from '../../core/client-network.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { hashToken } from '../../core/secrets.ts'
import type { RecordAccountEvent } from './account-events.ts'
import type { AttemptLimit, Attempts } from './attempts.ts'
import { withdrawLinks } from './password-reset-store.ts'
import {
  deleteSession,
  deleteSessions,
  findPersonByEmail,
  lockPersonWithPassword,
  updatePassword,
  type Person,
} from './person-store.ts'
import type { Session } from './sessions.ts'
import type { Caller, SignIn } from './sign-in.ts'

/** Per person and network, so that a stranger's guesses do not keep the person from signing in: 40 guesses an hour. */
export const wrongPasswordLimit: AttemptLimit = { max: 10, seconds: 15 * 60 }
/** Per person, from any network: 400 guesses an hour. */
export const wrongPasswordsOfPerson: AttemptLimit = { max: 100, seconds: 15 * 60 }
/** Per signed-in person, also of correct passwords: each costs a scrypt hash. */
export const passwordChecks: AttemptLimit = { max: 30, seconds: 60 }

/**
 * The key contains the stored hash, so that a new password begins a new count. It is hashed, because users sometimes type their
 * password into the email field.
 */
const attemptsToSignIn = (email: string, passwordHash: string | null | undefined): string =>
  `password ${hashToken(`${email} ${passwordHash ?? ''}`)}`
/** Counted apart from sign-ins, which anybody can attempt. */
const attemptsOfSession = (userId: string, passwordHash: string | null | undefined): string =>
  `own-password ${hashToken(`${userId} ${passwordHash ?? ''}`)}`

export type Passwords = ReturnType<typeof createPasswords>

/**
 * Passwords of agents. A verification takes 50 ms, in which a reset may replace the password: what it allows is done only if
 * the password is still the verified one, under the lock that the reset takes, too.
 */
export function createPasswords(deps: {
  db: Database
  clock: Clock
  signIn: Pick<SignIn, 'ask' | 'sessionToken' | 'hashPassword' | 'verifyPassword'>
  attempts: Attempts
  record: RecordAccountEvent
}) {
  const { db, clock, signIn, attempts } = deps

  /** Returns better-auth's response. @throws AppError credentials_invalid when the password was replaced meanwhile */
  async function startSession(
    caller: Caller,
    { email, password }: { email: string; password: string },
  ): Promise<Response> {
    // Others belong to no account, and PostgreSQL rejects some of them.
    if (!Check(Email, email)) throw new AppError('credentials_invalid')
    const person = await findPersonByEmail(db, email)
    // Without the cookie of a former session.
    const { 'user-agent': userAgent } = caller.headers
    const headers = userAgent === undefined ? {} : { 'user-agent': userAgent }
    const response = await signIn.ask(
      'POST',
      '/sign-in/email',
      { ip: caller.ip, headers },
      { email, password },
    )
    if (!response.ok) return response
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ')
    const isValid = await db.transaction().execute(async (trx) => {
      if (person?.password && (await lockPersonWithPassword(trx, person.id, person.password))) return true
      await deleteSession(trx, signIn.sessionToken({ cookie }) ?? '')
      return false
    })
    if (!isValid) throw new AppError('credentials_invalid')
    return response
  }

  return {
    startSession,

    /** As `startSession`, with limits on wrong passwords. @throws AppError rate_limited */
    async signIn(caller: Caller, credentials: { email: string; password: string }): Promise<Response> {
      const { email } = credentials
      const person = Check(Email, email) ? await findPersonByEmail(db, email) : undefined
      const ofPerson = attemptsToSignIn(email, person?.password)
      const ofNetwork = `${ofPerson} ${clientNetwork(caller.ip)}`
      // First, so that one network cannot use up the limit of all.
      await attempts.take(ofNetwork, wrongPasswordLimit)
      await attempts.take(ofPerson, wrongPasswordsOfPerson)
      const response = await startSession(caller, credentials)
      if (response.ok) await attempts.reset(ofNetwork, ofPerson)
      return response
    },

    /** Returns the stored hash that the password of a signed-in person matches. @throws AppError credentials_invalid, rate_limited */
    async verify(session: Session, password: string): Promise<string> {
      const person = await findPersonByEmail(db, session.email)
      const key = attemptsOfSession(session.userId, person?.password)
      await attempts.takeAll({
        [key]: wrongPasswordLimit,
        [`password-checks ${session.userId}`]: passwordChecks,
      })
      if (!person?.password || !(await signIn.verifyPassword(password, person.password)))
        throw new AppError('credentials_invalid')
      await attempts.reset(key)
      return person.password
    },

    /**
     * Replaces the verified password. Ends all sessions and withdraws all links of the person.
     * @throws AppError credentials_invalid when the password was replaced meanwhile
     */
    async change(
      userId: string,
      { verifiedHash, newPassword }: { verifiedHash: string; newPassword: string },
    ): Promise<{ person: Person; sessionIds: string[] }> {
      const hash = await signIn.hashPassword(newPassword)
      return db.transaction().execute(async (trx) => {
        const now = timestamp(clock())
        const person = await lockPersonWithPassword(trx, userId, verifiedHash)
        if (!person) throw new AppError('credentials_invalid')
        await updatePassword(trx, userId, hash, now)
        await withdrawLinks(trx, userId, now)
        await deps.record(trx, { userId, type: 'password_changed', source: 'person' })
        return { person, sessionIds: await deleteSessions(trx, userId) }
      })
    },
  }
}
