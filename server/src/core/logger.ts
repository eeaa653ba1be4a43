import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

/** What a database says of an error in these members is somebody's data: a key, a row, the text it could not read. */
const databaseDetails = ['detail', 'where', 'internalQuery'].flatMap((name) => [
  `err.${name}`,
  `err.cause.${name}`,
])
const hidden = ['headers', 'req.headers', 'body', 'params', 'token', 'secret', 'password', ...databaseDetails]

/**
 * JSON lines without secrets, tokens or message text. Requests are logged by route pattern, not by
 * address: signed links carry their signature in the query.
 * @param to standard output, unless a test reads along
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
