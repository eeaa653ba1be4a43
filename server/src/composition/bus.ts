import type { Config } from '../config.ts'
import { createLocalBus, type Bus, type BusMessages } from '../core/bus.ts'
import { natsTransport } from '../core/bus/nats-transport.ts'
import { postgresTransport } from '../core/bus/postgres-transport.ts'
import { createSharedBus } from '../core/bus/shared-bus.ts'
import type { BusMessage } from '../core/bus/frames.ts'
import { compactHint } from '../core/event-log.ts'
import type { Logger } from '../core/logger.ts'
import type { Secrets } from '../core/secrets.ts'

/** The bus of this installation: NATS if configured, else PostgreSQL, or none beside the embedded database. */
export function createBus(deps: {
  config: Pick<Config, 'nats' | 'databaseUrl'>
  databaseUrl: string
  secrets: Secrets
  logger: Logger
  onError: (error: unknown) => void
}): Bus {
  const { config, databaseUrl, secrets, logger, onError } = deps
  // Separates installations that share a database server or a NATS server.
  const installation = secrets.key('bus').toString('hex').slice(0, 32)
  const openTransport =
    config.nats !== null
      ? natsTransport({ settings: config.nats, subject: `parley.${installation}` })
      : config.databaseUrl !== null
        ? postgresTransport({ databaseUrl, channel: `parley_${installation}` })
        : null
  return openTransport === null
    ? createLocalBus(onError)
    : createSharedBus({ openTransport, compact, logger, onError })
}

const compact = ([subject, message]: BusMessage): BusMessage =>
  subject === 'log' ? [subject, compactHint(message as BusMessages['log'])] : [subject, message]
