import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

/** PostgreSQL puts user data into these error fields: keys, rows, unparsable text. */
const databaseDetails = ['detail', 'where', 'internalQuery'].flatMap((name) => [
  `err.${name}`,
  `err.cause.${name}`,
])
const hidden = ['headers', 'req.headers', 'body', 'params', 'token', 'secret', 'password', ...databaseDetails]

/**
 * JSON lines without secrets, tokens or message text. Requests are logged by route pattern, not by URL: signed links carry
 * their signature in the query.
 * @param to standard output by default
 */
export function createLogger(level: string, to: DestinationStream = pino.destination(1)): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: hidden, remove: true },
  }
  return pino(options, to)
}
