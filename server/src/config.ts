import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { NatsSettings } from './core/bus/nats-transport.ts'
import { readNatsSettings } from './core/bus/nats-settings.ts'
import { ensureDataDir, readOrCreatePrivateFile } from './core/data-dir.ts'
import { StartError } from './core/start-error.ts'
import type { IceConfig } from './features/calls/ice.ts'
import type { ServiceKeys } from './features/social-login/login-keys.ts'
import {
  readTelegramSettings,
  type TelegramSettings,
} from './features/channels/telegram/telegram-settings.ts'
import { environmentReader, isNetwork, type Environment, type EnvironmentReader } from './core/environment.ts'
import { readMailSettings, type MailSettings } from './core/mail/mail-settings.ts'
import { readIceSettings } from './features/calls/ice-settings.ts'
import { readSocialKeys } from './features/social-login/social-keys.ts'

/** The configuration, read once from the environment. `docs/operating.md` lists the variables. */
export type Config = {
  host: string
  port: number
  /** The public address, without a trailing slash: `https://support.example.com`. */
  baseUrl: string
  /** Absolute path. Contains the embedded database, its generated secret, and media unless S3 is configured. */
  dataDir: string
  /** null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** A replica that reports read; null: they read the database. */
  databaseReadUrl: string | null
  /** null: processes reach each other through PostgreSQL, or there is only one. */
  nats: NatsSettings | null
  /** Key material for HKDF, never used as a key directly. null: use `loadOrCreateSecret(dataDir)`. */
  secret: Uint8Array | null
  signup: 'open' | 'closed'
  demo: boolean
  roles: { web: boolean; worker: boolean }
  /** Fastify's `trustProxy`: none, a number of hops, or addresses and CIDRs. */
  trustProxy: false | number | string[]
  /** Lower case. Requires `trustProxy`, because any client could send the header. */
  countryHeader: string | null
  mediaMaxBytes: number
  s3: S3Config | null
  /** CIDRs of private networks that webhooks may reach; empty: public addresses only. */
  webhookAllowNetworks: string[]
  telegram: TelegramSettings
  /** The operator's OAuth applications for social login; optional. */
  socialKeys: ServiceKeys
  /** STUN and TURN servers for calls. */
  ice: IceConfig
  /** null: no e-mail is sent. */
  mail: MailSettings | null
  logLevel: LogLevel
  /** Unknown `PARLEY_*` variables, one line each for the log. */
  warnings: string[]
}

export type S3Config = { bucket: string; endpoint: string; region: string; keyId: string; secret: string }

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

/** Reports all problems of the environment at once, one line each. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/**
 * Reads the configuration. An empty variable counts as unset.
 * @param cwd base of a relative PARLEY_DATA_DIR
 * @throws {ConfigError} with a line for each invalid variable
 */
export function readConfig(env: Environment, cwd: string): Config {
  return readConfigWith(environmentReader(env), cwd)
}

/** Like `readConfig`, with a reader that the caller can ask afterwards which variables were read. */
export function readConfigWith(reader: EnvironmentReader, cwd: string): Config {
  const port = reader.integer('PORT', { unset: 8080, min: 1, max: 65_535 })
  const databaseUrl = readDatabaseUrl(reader, 'DATABASE_URL', 'use the embedded database')
  const trustProxy = readTrustProxy(reader)
  const config: Config = {
    host: reader.text('HOST') ?? (reader.text('PARLEY_BASE_URL') === null ? '127.0.0.1' : '0.0.0.0'),
    port,
    baseUrl: readBaseUrl(reader, port),
    dataDir: path.resolve(cwd, reader.text('PARLEY_DATA_DIR') ?? '.parley'),
    databaseUrl,
    databaseReadUrl: readDatabaseUrl(reader, 'DATABASE_READ_URL', 'read reports from the database'),
    nats: readNatsSettings(reader),
    secret: readSecret(reader, databaseUrl !== null),
    signup: reader.oneOf('PARLEY_SIGNUP', ['closed', 'open'] as const, 'closed'),
    demo: reader.oneOf('PARLEY_DEMO', ['0', '1'] as const, databaseUrl === null ? '1' : '0') === '1',
    roles: readRoles(reader),
    trustProxy,
    countryHeader: readCountryHeader(reader, trustProxy),
    mediaMaxBytes: reader.integer('PARLEY_MEDIA_MAX_BYTES', {
      unset: 25 * 1024 * 1024,
      min: 1024,
      max: 5 * 1024 ** 3,
    }),
    s3: readS3(reader),
    webhookAllowNetworks: readNetworks(reader, 'PARLEY_WEBHOOK_ALLOW_NETWORKS'),
    telegram: readTelegramSettings(reader),
    socialKeys: readSocialKeys(reader),
    ice: readIceSettings(reader),
    mail: readMailSettings(reader),
    logLevel: reader.oneOf('PARLEY_LOG_LEVEL', logLevels, 'info'),
    warnings: reader.unread('PARLEY_'),
  }
  if (reader.problems.length > 0) throw new ConfigError(reader.problems)
  return config
}

/**
 * The secret of an installation without PARLEY_SECRET: generated on the first start, stored in `<dataDir>/secret` (mode 0600).
 * @throws {StartError} when the data directory is unusable or the file is damaged
 */
export async function loadOrCreateSecret(dataDir: string): Promise<Uint8Array> {
  await ensureDataDir(dataDir)
  const file = path.join(dataDir, 'secret')
  const secret = (await readOrCreatePrivateFile(file, () => `${randomBytes(32).toString('base64')}\n`)).trim()
  if (secret.length < 32) {
    throw new StartError(
      `${file} is damaged (${secret.length} characters). Restore it from a backup; without it stored keys cannot be read.`,
    )
  }
  return new TextEncoder().encode(secret)
}

/** `otherwise`: what happens without it. */
function readDatabaseUrl(reader: EnvironmentReader, name: string, otherwise: string): string | null {
  const value = reader.text(name)
  if (value === null) return null
  // The value contains a password, so messages must not quote it.
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    reader.refuse(
      `${name} is not a PostgreSQL URL. Use postgres://user:password@host:5432/name ` +
        `with special characters percent-encoded, or unset it to ${otherwise}.`,
    )
  } else if (url.pathname.length < 2) {
    reader.refuse(
      `${name} does not contain a database name. Append it: postgres://user:password@host:5432/name.`,
    )
  } else if (url.searchParams.has('options')) {
    // `pg` would replace the settings of our own sessions by it, such as the time zone that times are parsed in.
    reader.refuse(
      `${name} contains the parameter "options", which would replace Parley's own session settings. Remove it, and set what it sets on the role: ` +
        'alter role <user> set search_path = <schema>.',
    )
  }
  return value
}

/** Hosts that may use plain http. Elsewhere it exposes messages, and browsers disable Web Crypto and the microphone. */
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

function readBaseUrl(reader: EnvironmentReader, port: number): string {
  const value = reader.text('PARLEY_BASE_URL')
  if (value === null) return `http://localhost:${port}`
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    reader.refuse(
      `PARLEY_BASE_URL is "${value}", which is not a URL. Set it to the public URL, for example https://support.example.com.`,
    )
    return value
  }
  if (url.protocol === 'http:' && !localHosts.has(url.hostname)) {
    reader.refuse(
      `PARLEY_BASE_URL is "${value}": http:// is only allowed for localhost. Put a reverse proxy with a certificate ` +
        `in front (see docs/operating.md) and use https://${url.host}.`,
    )
  }
  if (
    url.pathname !== '/' ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== '' ||
    url.password !== ''
  ) {
    reader.refuse(
      `PARLEY_BASE_URL must not contain a path, query or user name: Parley needs its own host. Use ${url.origin}.`,
    )
  }
  return url.origin
}

function readSecret(reader: EnvironmentReader, required: boolean): Uint8Array | null {
  const value = reader.text('PARLEY_SECRET')
  if (value === null) {
    if (required) {
      reader.refuse(
        'PARLEY_SECRET is required with DATABASE_URL, because the data it encrypts must outlive this machine. ' +
          'Generate one with `openssl rand -base64 32`, and keep it as long as the database.',
      )
    }
    return null
  }
  // Hex or base64 of 32 random bytes has 64 or 44 characters. The distinct count rejects "aaaa..." and repeated "changeme".
  if (value.length < 32 || new Set(value).size < 8) {
    reader.refuse(
      'PARLEY_SECRET is too weak: use at least 32 random characters. Generate one with `openssl rand -base64 32`.',
    )
  }
  return new TextEncoder().encode(value)
}

function readRoles(reader: EnvironmentReader): Config['roles'] {
  const value = reader.text('PARLEY_ROLES') ?? 'web,worker'
  const names = value.split(',').map((name) => name.trim())
  if (names.some((name) => name !== 'web' && name !== 'worker')) {
    reader.refuse(`PARLEY_ROLES is "${value}". Use web, worker, or web,worker.`)
  }
  return { web: names.includes('web'), worker: names.includes('worker') }
}

function readTrustProxy(reader: EnvironmentReader): Config['trustProxy'] {
  const value = reader.text('PARLEY_TRUST_PROXY')
  if (value === null) return false
  if (/^[1-9]$/.test(value)) return Number(value)
  const networks = value.split(',').map((network) => network.trim())
  const wrong = networks.find((network) => !isNetwork(network) || /\/0+$/.test(network))
  if (wrong !== undefined) {
    reader.refuse(
      `PARLEY_TRUST_PROXY contains "${wrong}". List the addresses or networks of your proxies (10.0.0.0/8,fd00::/8), ` +
        'or set the number of proxies in front (1 to 9). Trusting every address would allow any visitor to forge one.',
    )
  }
  return networks
}

function readNetworks(reader: EnvironmentReader, name: string): string[] {
  const networks = (reader.text(name) ?? '').split(',').map((network) => network.trim())
  const given = networks.filter((network) => network !== '')
  const wrong = given.find((network) => !isNetwork(network))
  if (wrong !== undefined) {
    reader.refuse(
      `${name} contains "${wrong}". List addresses or networks, separated by commas: 10.1.0.0/16,fd12::/48.`,
    )
  }
  return given
}

function readCountryHeader(reader: EnvironmentReader, trustProxy: Config['trustProxy']): string | null {
  const value = reader.text('PARLEY_COUNTRY_HEADER')
  if (value === null) return null
  if (!/^[A-Za-z0-9-]{1,64}$/.test(value)) {
    reader.refuse(
      `PARLEY_COUNTRY_HEADER is "${value}". Set it to the name of an HTTP header, for example cf-ipcountry.`,
    )
  } else if (trustProxy === false) {
    reader.refuse(
      'PARLEY_COUNTRY_HEADER requires PARLEY_TRUST_PROXY: without a trusted proxy, any visitor could send this header.',
    )
  }
  return value.toLowerCase()
}

const s3Variables = {
  bucket: 'PARLEY_S3_BUCKET',
  endpoint: 'PARLEY_S3_ENDPOINT',
  region: 'PARLEY_S3_REGION',
  keyId: 'PARLEY_S3_KEY_ID',
  secret: 'PARLEY_S3_SECRET',
} as const

function readS3(reader: EnvironmentReader): S3Config | null {
  const s3: S3Config = {
    bucket: reader.text(s3Variables.bucket) ?? '',
    endpoint: reader.text(s3Variables.endpoint) ?? '',
    region: reader.text(s3Variables.region) ?? '',
    keyId: reader.text(s3Variables.keyId) ?? '',
    secret: reader.text(s3Variables.secret) ?? '',
  }
  const missing = Object.values(s3Variables).filter((variable) => reader.text(variable) === null)
  if (missing.length === Object.keys(s3).length) return null
  if (missing.length > 0) {
    reader.refuse(
      `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. Media is stored in S3 if all five PARLEY_S3_* ` +
        'variables are set, and in PARLEY_DATA_DIR if none is.',
    )
  }
  if (s3.endpoint !== '' && !(/^https?:\/\/[^/]/.test(s3.endpoint) && URL.canParse(s3.endpoint))) {
    reader.refuse(
      `PARLEY_S3_ENDPOINT is "${s3.endpoint}". Set it to a URL, for example https://s3.eu-central-1.amazonaws.com.`,
    )
  }
  return s3
}
