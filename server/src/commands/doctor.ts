import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { Client } from 'pg'
import { readConfigWith, type Config } from '../config.ts'
import type { NatsSettings } from '../core/bus/nats-transport.ts'
import { natsSubject } from '../core/bus/subjects.ts'
import { maxClockOffsetMs } from '../core/clock-check.ts'
import { ensureDataDir } from '../core/data-dir.ts'
import { environmentReader } from '../core/environment.ts'
import { pendingMigrationNames } from '../core/migrate.ts'
import { createSecrets } from '../core/secrets.ts'
import { openFileStorage } from '../core/storage/open-file-storage.ts'
import { checkClaimable } from '../core/storage/storage-owner.ts'
import { cloudApi } from '../features/channels/telegram/telegram-settings.ts'
import { openCommandDatabase, withClient, type CommandDatabase } from './command-database.ts'
import { secretProblem } from './existing-secret.ts'
import { askByTcp, askNats, askStun, parseIceUrl } from './reachability.ts'

export type Finding = { state: 'good' | 'notice' | 'problem'; subject: string; text: string }

/** `parley doctor`: tests the services in the configuration and says what to do. Exits with 1 when it finds a problem. */
export async function run(): Promise<number> {
  const reader = environmentReader(process.env)
  const config = readConfigWith(reader, process.cwd())
  const smtp = reader.variables().find(({ name }) => name === 'PARLEY_SMTP_URL')?.value ?? null
  const findings = await examine(config, smtp)
  const mark = { good: 'ok     ', notice: 'notice ', problem: 'PROBLEM' }
  for (const { state, subject, text } of findings) {
    process.stdout.write(`${mark[state]}  ${subject.padEnd(10)} ${text}\n`)
  }
  return findings.some(({ state }) => state === 'problem') ? 1 : 0
}

/** @param smtp the mail server's URL; null when Parley sends no e-mail */
export async function examine(config: Config, smtp: string | null): Promise<Finding[]> {
  const groups = await Promise.all([
    examineDataDir(config),
    examineDatabase(config),
    examineReplica(config),
    examineNats(config),
    examineStorage(config),
    examineIce(config),
    examineMail(smtp),
    examineTelegram(config),
    examineAddress(config),
  ])
  return groups.flat()
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error)
const good = (subject: string, text: string): Finding => ({ state: 'good', subject, text })
const problem = (subject: string, text: string): Finding => ({ state: 'problem', subject, text })
const notice = (subject: string, text: string): Finding => ({ state: 'notice', subject, text })

const gibibyte = 1024 ** 3
const minFreeBytes = gibibyte

async function examineDataDir({ dataDir }: Config): Promise<Finding[]> {
  try {
    await ensureDataDir(dataDir)
    const { bavail, bsize } = await statfs(dataDir)
    const free = `${((bavail * bsize) / gibibyte).toFixed(1)} GiB free for ${dataDir}`
    return [
      bavail * bsize >= minFreeBytes
        ? good('disk', free)
        : problem('disk', `${free}. Make room: a full disk stops the database and uploads.`),
    ]
  } catch (error) {
    return [problem('disk', reasonOf(error))]
  }
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  let database: CommandDatabase | undefined
  try {
    database = await openCommandDatabase(config, { create: false })
    if (!database.found)
      return [notice('database', `there is none in ${config.dataDir} yet: the first start creates it`)]
    const pending = await pendingMigrationNames(database.url)
    return [
      pending.length === 0
        ? good('database', 'reachable, and of this version')
        : notice(
            'database',
            `${pending.length} migrations run at the next start: ${pending.join(', ')}. Back up first.`,
          ),
      await examineClock(database.url),
      ...(await examineSecret(config, database.url)),
      ...(await examineOwner(config, database.url)),
    ]
  } catch (error) {
    return [problem('database', reasonOf(error))]
  } finally {
    if (database?.found) await database.close()
  }
}

async function examineSecret(config: Config, url: string): Promise<Finding[]> {
  const wrong = await withClient(url, (client) => secretProblem(client, config))
  return wrong === null ? [] : [problem('secret', wrong)]
}

async function examineClock(url: string): Promise<Finding> {
  const aheadMs = await withClient(url, async (client) => {
    const before = Date.now()
    const { rows } = await client.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    )
    return Math.round((before + Date.now()) / 2 - (rows[0]?.now ?? 0))
  })
  const offsetMs = Math.abs(aheadMs)
  if (offsetMs <= maxClockOffsetMs) return good('clock', `${offsetMs} ms from the database's`)
  const offset = `${Math.round(offsetMs / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`
  return problem('clock', `${offset}. Synchronize both machines (NTP).`)
}

const connectTimeoutMs = 5000

async function examineReplica({ databaseReadUrl }: Config): Promise<Finding[]> {
  if (databaseReadUrl === null) return []
  const client = new Client({
    connectionString: databaseReadUrl,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: connectTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ replica: boolean }>('select pg_is_in_recovery() as replica')
    return [
      rows[0]?.replica === true
        ? good('replica', 'reachable, and a replica')
        : notice(
            'replica',
            'reachable, but not a replica: with the database itself, its load stays the same. Check DATABASE_READ_URL.',
          ),
    ]
  } catch (error) {
    return [
      problem('replica', `it does not answer (${reasonOf(error)}). Check DATABASE_READ_URL: reports fail.`),
    ]
  } finally {
    await client.end()
  }
}

async function examineNats({ nats, secret }: Config): Promise<Finding[]> {
  if (nats === null) return []
  // Without PARLEY_SECRET there is one process, and `parley check` names no subject to permit: any will do.
  const subject = natsSubject(createSecrets(secret ?? randomBytes(32)))
  return await Promise.all(
    nats.servers.map((server) => examineNatsServer({ ...nats, servers: [server] }, subject)),
  )
}

function examineNatsServer(settings: NatsSettings, subject: string): Promise<Finding> {
  const name = settings.servers.join()
  return askNats(settings, subject).then(
    () => good('nats', `${name} accepts the login and the subjects`),
    (error: unknown) =>
      problem('nats', `${name} cannot be used (${reasonOf(error)}). Check NATS_URL and the firewall.`),
  )
}

/** Says nothing about a storage that cannot be opened: `examineStorage` does. */
async function examineOwner(config: Config, url: string): Promise<Finding[]> {
  const storage = await openFileStorage(config).catch(() => undefined)
  if (storage === undefined) return []
  try {
    await withClient(url, (client) => checkClaimable(client, storage))
    return []
  } catch (error) {
    return [problem('storage', reasonOf(error))]
  } finally {
    storage.close()
  }
}

async function examineStorage(config: Config): Promise<Finding[]> {
  const subject = config.s3 === null ? 'files' : 's3'
  try {
    const storage = await openFileStorage(config)
    try {
      const key = `doctor/probe.${process.pid}.${Date.now()}`
      await storage.write(key, probe(), 1)
      await storage.remove(key)
      return [good(subject, config.s3 === null ? `in ${config.dataDir}/media` : `bucket ${config.s3.bucket}`)]
    } finally {
      storage.close()
    }
  } catch (error) {
    return [problem(subject, reasonOf(error))]
  }
}

async function* probe(): AsyncGenerator<Buffer> {
  yield Buffer.from('.')
}

async function examineIce({ ice }: Config): Promise<Finding[]> {
  const urls = [...ice.stunUrls, ...(ice.turn?.urls ?? [])]
  if (ice.turn === null) {
    return [
      notice('calls', 'no TURN server: calls fail between strict networks (docs/calls.md)'),
      ...(await Promise.all(urls.map(examineIceServer))),
    ]
  }
  return await Promise.all(urls.map(examineIceServer))
}

const examineIceServer = (url: string): Promise<Finding> =>
  askStun(parseIceUrl(url)).then(
    () => good('calls', `${url} answers`),
    (error: unknown) =>
      problem('calls', `${url} does not answer (${reasonOf(error)}). Check that it runs, and the firewall.`),
  )

async function examineMail(smtp: string | null): Promise<Finding[]> {
  if (smtp === null) return []
  const { hostname, port, protocol } = new URL(smtp)
  const transport = protocol === 'smtps:' ? 'tls' : 'tcp'
  const address = {
    host: hostname,
    port: Number(port || (transport === 'tls' ? 465 : 587)),
    transport,
  } as const
  const name = `${address.host}:${address.port}`
  return await askByTcp(address).then(
    (greeting) => [
      greeting.toString().startsWith('220')
        ? good('mail', `${name} answers`)
        : problem(
            'mail',
            `${name} is no mail server, or refuses this one: ${greeting.toString().split('\r\n')[0]}`,
          ),
    ],
    (error: unknown) => [
      problem(
        'mail',
        `${name} does not answer (${reasonOf(error)}). Check PARLEY_SMTP_URL and the firewall.`,
      ),
    ],
  )
}

/** Only a server of the operator: Telegram's own is needed only by organizations with a bot. */
async function examineTelegram({ telegram: { apiUrl } }: Config): Promise<Finding[]> {
  if (apiUrl === cloudApi) return []
  try {
    // A Bot API server answers in JSON, also for a bot that does not exist.
    const response = await fetch(`${apiUrl}/bot0/getMe`, { signal: AbortSignal.timeout(connectTimeoutMs) })
    const text = await response.text()
    return [
      text.startsWith('{"ok":')
        ? good('telegram', `${apiUrl} answers`)
        : problem(
            'telegram',
            `${apiUrl} is no Bot API server (status ${response.status}). Check PARLEY_TELEGRAM_API_URL.`,
          ),
    ]
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    return [
      problem(
        'telegram',
        `${apiUrl} does not answer (${reasonOf(cause ?? error)}). Check PARLEY_TELEGRAM_API_URL and the firewall.`,
      ),
    ]
  }
}

async function examineAddress({ baseUrl }: Config): Promise<Finding[]> {
  try {
    const answer = await fetch(`${baseUrl}/healthz`, {
      signal: AbortSignal.timeout(connectTimeoutMs),
      redirect: 'manual',
    })
    if (answer.ok) return [good('address', `${baseUrl} answers`)]
    return [
      problem('address', `${baseUrl}/healthz answers ${answer.status}. Check the proxy (docs/operating.md).`),
    ]
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    return [
      notice(
        'address',
        `${baseUrl} does not answer (${reasonOf(cause ?? error)}). If Parley is running, check DNS, the certificate and the proxy.`,
      ),
    ]
  }
}
