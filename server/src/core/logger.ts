import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { openLogOutput } from './log-output.ts'
import { limitRepeatedLines, repeatKey } from './repeated-lines.ts'
import { sourceLines } from './source-lines.ts'

export type { Logger }

/** PostgreSQL puts user data into these error fields: keys, rows, unparsable text. */
const databaseDetails = ['detail', 'where', 'internalQuery'].flatMap((name) => [
  `err.${name}`,
  `err.cause.${name}`,
])
const hidden = ['headers', 'req.headers', 'body', 'params', 'token', 'secret', 'password', ...databaseDetails]

const standardOutput = openLogOutput(1)

/** From pino's `warn` on. */
const limitedFromLevel = 40

/**
 * JSON lines without secrets, tokens or message text. Requests are logged by route pattern, not by URL: signed links carry
 * their signature in the query. A repeating warning or error is written every 30 s; `repeated` is the number of dropped lines.
 * @param to standard output by default
 */
export function createLogger(level: string, to: DestinationStream = standardOutput): Logger {
  const suppressedOf = limitRepeatedLines()
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: { paths: hidden, remove: true },
    hooks: {
      logMethod(args, write, lineLevel) {
        const [about, message] = args as [unknown, unknown]
        const key = lineLevel < limitedFromLevel ? undefined : repeatKey(about, message)
        const repeated = key === undefined ? 0 : suppressedOf(key)
        if (repeated === null) return
        if (repeated > 0) args[0] = { ...(about as object), repeated }
        write.apply(this, args)
      },
    },
  }
  return pino(options, to)
}

function describeError(error: Error) {
  const described = pino.stdSerializers.err(error)
  return { ...described, stack: sourceLines(described.stack) }
}
