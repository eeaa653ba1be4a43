import { createLocalBus, type Bus, type BusMessages } from './bus.ts'
import { compactHint } from '../event-log.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import type { Secrets } from '../secrets.ts'
import type { BusMessage } from './frames.ts'
import { natsTransport, type NatsSettings } from './nats-transport.ts'
import { postgresTransport } from './postgres-transport.ts'
import { createSharedBus, type BusCounts } from './shared-bus.ts'
import { natsSubject, postgresChannel } from './subjects.ts'
import type { OpenTransport } from './transport.ts'

/**
 * The bus of an installation: over NATS if configured, else over PostgreSQL.
 * @param deps.databaseUrl null: the embedded database, which has a single process
 */
export function createBus(deps: {
  nats: NatsSettings | null
  databaseUrl: string | null
  secrets: Secrets
  logger: Logger
  metrics: Pick<Metrics, 'busFrames' | 'busMessages'>
  onError: (error: unknown) => void
}): Bus {
  const { nats, databaseUrl, secrets, logger, metrics, onError } = deps
  const counts: BusCounts = {
    frames: (direction, count) => metrics.busFrames.inc({ direction }, count),
    message: (subject) => metrics.busMessages.inc({ subject }),
  }
  const share = (openTransport: OpenTransport) =>
    createSharedBus({ openTransport, compact, customerOf, logger, onError, counts })
  if (nats !== null) return share(natsTransport({ settings: nats, subject: natsSubject(secrets) }))
  if (databaseUrl === null) return createLocalBus(onError)
  return share(postgresTransport({ databaseUrl, channel: postgresChannel(secrets) }))
}

/** Agents' inboxes and workers need only the short form, which every process receives. */
const customerOf = ([subject, message]: BusMessage): string | null => {
  if (subject !== 'log') return null
  const hint = message as BusMessages['log']
  return hint.entries === null ? null : hint.customer_id
}

const compact = ([subject, message]: BusMessage): BusMessage =>
  subject === 'log' ? [subject, compactHint(message as BusMessages['log'])] : [subject, message]
