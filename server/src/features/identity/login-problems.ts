import type { LoginProblem } from '@parley/protocol/provider'
import type { ErrorCode } from '@parley/protocol/error'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { announceChange } from '../../core/organization-changes.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import { listLoginProblems, writeLoginProblem } from './login-problem-store.ts'

/** Rows per provider: enough to debug an integration, too few to be a log of visitors. */
const maxProblems = 50

/** Limits writes per provider, because anyone can send bad tokens. */
const writeLimit = { burst: 20, perSecond: 0.2 }

/** A refused socket token. `pid` and `origin` are unverified claims. */
export interface TokenRefusal {
  organizationId: string
  providerId: string
  code: ErrorCode
  pid: string | null
  origin: string | null
}

export type LoginProblems = ReturnType<typeof createLoginProblems>

/** Records refused tokens for integrators (spec 7): code, time, pid and page, never the token itself (SPEC M16). */
export function createLoginProblems(deps: { db: Database; bus: Bus; clock: Clock; rateLimits: RateLimits }) {
  const { db, bus, clock } = deps
  const writes = deps.rateLimits.buckets('login-problems', writeLimit)

  return {
    async note({ organizationId, providerId, code, pid, origin }: TokenRefusal): Promise<void> {
      if (writes.take(providerId) > 0) return
      const problem = { id: newId(), providerId, code, pid, origin: origin?.slice(0, 255) ?? null }
      await writeLoginProblem(db, problem, timestamp(clock()), maxProblems)
      announceChange(bus, organizationId, 'login-problems')
    },

    /** Newest first. */
    list: (providerId: string): Promise<LoginProblem[]> => listLoginProblems(db, providerId),
  }
}
