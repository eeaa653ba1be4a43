import type { LoginProblem } from '@parley/protocol/provider'
import type { ErrorCode } from '@parley/protocol/error'
import type { Bus } from '../../core/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { takeToken, type Bucket } from '../../realtime/rate-limit.ts'
import { listLoginProblems, writeLoginProblem } from './login-problem-store.ts'

/** Lines a provider keeps: enough to see what an integration gets wrong, and no log of who tried. */
const kept = 50

/** Anybody can send a bad token: of a flood the list needs no more than this, for each provider and process. */
const writes = { burst: 20, perSecond: 0.2 }
const maxBuckets = 1_000

/** A socket token that was refused. `pid` and `origin` are what was claimed, unproven. */
export interface TokenRefusal {
  organizationId: string
  providerId: string
  code: ErrorCode
  pid: string | null
  origin: string | null
}

export type LoginProblems = ReturnType<typeof createLoginProblems>

/** What an integrator has to know of refused tokens (spec 7): code, time, pid and page; never the token (SPEC M16). */
export function createLoginProblems(deps: { db: Database; bus: Bus; clock: Clock }) {
  const { db, bus, clock } = deps
  const buckets = new Map<string, Bucket>()

  function mayWrite(providerId: string): boolean {
    const bucket = buckets.get(providerId) ?? { tokens: writes.burst, filledAt: clock() }
    const [oldest] = buckets.keys()
    if (buckets.size >= maxBuckets && oldest !== undefined) buckets.delete(oldest)
    buckets.set(providerId, bucket)
    return takeToken(bucket, writes, clock()) === 0
  }

  return {
    async note({ organizationId, providerId, code, pid, origin }: TokenRefusal): Promise<void> {
      if (!mayWrite(providerId)) return
      const problem = { id: newId(), providerId, code, pid, origin: origin?.slice(0, 255) ?? null }
      await writeLoginProblem(db, problem, timestamp(clock()), kept)
      announceChange(bus, organizationId, 'login-problems')
    },

    /** Latest first. */
    list: (providerId: string): Promise<LoginProblem[]> => listLoginProblems(db, providerId),
  }
}
