import type { CallSettings } from '@parley/protocol/call-settings'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { possibleAgents } from './desk-store.ts'

/**
 * Checks whether a call could start now (SPEC C2), before the customer grants access to the microphone.
 * @throws AppError calls_off, nobody_available
 */
export async function checkAvailability(
  { db, clock }: { db: Database; clock: Clock },
  organizationId: string,
  settings: CallSettings | undefined,
): Promise<void> {
  if (!settings || settings.mode === 'off') throw new AppError('calls_off')
  if (settings.nobody !== 'message') return
  const agents = await possibleAgents(db, organizationId, timestamp(clock()))
  if (agents.length === 0) throw new AppError('nobody_available')
}
