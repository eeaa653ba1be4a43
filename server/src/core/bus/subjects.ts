import type { Secrets } from '../secrets.ts'

/**
 * Separates installations that share a database server or a NATS server. It is derived for this purpose only, and no credential: both servers
 * show it to their other users, unless permissions forbid that.
 */
const installationKey = (secrets: Secrets): string => secrets.key('bus').export().toString('hex').slice(0, 32)

export const postgresChannel = (secrets: Secrets): string => `parley_${installationKey(secrets)}`

/** The subject of what every process receives. Those of shards are `natsShardSubjects`. */
export const natsSubject = (secrets: Secrets): string => `parley.${installationKey(secrets)}`

/** The wildcard for the subjects of all shards. */
export const natsShardSubjects = (subject: string): string => `${subject}.*`
