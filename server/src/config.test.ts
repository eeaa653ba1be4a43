import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const secret = 'q7Jk2vR0bD9xWmE4tYc6LzU1nHs8AfGp3iOjKdB5eVw='
const external = { DATABASE_URL: 'postgres://parley:pw@db.example.com/parley', PARLEY_SECRET: secret }

const p8 = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const p8OneLine = p8('P-256').trim().replaceAll('\n', '\\n')

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env, '/srv')
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('invalid variables', () => {
  it.each([
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['DATABASE_URL', 'mysql://root@localhost/parley'],
    ['DATABASE_URL', 'db.example.com'],
    ['DATABASE_URL', 'postgres://parley@db.example.com'],
    ['DATABASE_URL', 'postgres://parley@db.example.com/parley?options=-c%20search_path%3Dparley'],
    ['DATABASE_URL', 'postgres://parley@db.example.com/parley?sslmode=require&%6fptions='],
    ['DATABASE_READ_URL', 'postgres://parley@db.example.com'],
    ['DATABASE_READ_URL', 'postgres://parley@db.example.com/parley?options=-c%20jit%3Don'],
    ['PARLEY_BASE_URL', 'support.example.com'],
    ['PARLEY_BASE_URL', 'http://support.example.com'],
    ['PARLEY_BASE_URL', 'https://example.com/support'],
    ['PARLEY_BASE_URL', 'https://example.com/?a=b'],
    ['PARLEY_BASE_URL', 'https://user:pw@example.com'],
    ['PARLEY_SECRET', 'tooshort'],
    ['PARLEY_SECRET', 'abcabcabcabcabcabcabcabcabcabcabcabcabc'],
    ['PARLEY_SIGNUP', 'yes'],
    ['PARLEY_DEMO', 'true'],
    ['PARLEY_ROLES', 'web,cron'],
    ['PARLEY_TRUST_PROXY', 'true'],
    ['PARLEY_TRUST_PROXY', '10.0.0.0/33'],
    ['PARLEY_TRUST_PROXY', '10.0.0.1, 0.0.0.0/0'],
    ['PARLEY_TRUST_PROXY', '::/00'],
    ['PARLEY_TRUST_PROXY', '10.0.0.1, proxy.example.com'],
    ['PARLEY_COUNTRY_HEADER', 'cf-ipcountry'],
    ['PARLEY_COUNTRY_HEADER', 'not a header'],
    ['PARLEY_MEDIA_MAX_BYTES', '25MB'],
    ['PARLEY_S3_BUCKET', 'media'],
    ['PARLEY_WEBHOOK_ALLOW_NETWORKS', '10.0.0.0/8, intranet'],
    ['PARLEY_GITHUB_CLIENT_ID', 'Iv1.0123'],
    ['PARLEY_APPLE_PRIVATE_KEY', 'not a key'],
    ['PARLEY_STUN_URLS', 'stun://stun.example.com'],
    ['PARLEY_STUN_URLS', 'turn:turn.example.com'],
    ['PARLEY_STUN_URLS', 'stun:stun.example.com?transport=udp'],
    ['PARLEY_STUN_URLS', 'stun:a,stun:b,stun:c,stun:d,stun:e,stun:f'],
    ['PARLEY_TURN_URLS', 'turn:turn.example.com'],
    ['PARLEY_TURN_SECRET', 'north wind, east wind'],
    ['PARLEY_LOG_LEVEL', 'verbose'],
  ])('rejects %s=%s in one line that names the variable', (name, value) => {
    const problems = problemsOf({
      ...(name === 'DATABASE_URL' ? { PARLEY_SECRET: secret } : {}),
      [name]: value,
    })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(name.replace('BUCKET', ''))
    expect(problems[0]).not.toContain('\n')
  })

  it.each([['not a key'], [p8('P-384')], [p8OneLine.replace('PRIVATE KEY', 'EC PRIVATE KEY')]])(
    'rejects an invalid Apple p8 key without quoting it: %.20s',
    (key) => {
      const problems = problemsOf({
        PARLEY_APPLE_CLIENT_ID: 'com.example.login',
        PARLEY_APPLE_TEAM_ID: 'TEAM123456',
        PARLEY_APPLE_KEY_ID: 'KEY1234567',
        PARLEY_APPLE_PRIVATE_KEY: key,
      })
      expect(problems).toHaveLength(1)
      expect(problems[0]).toContain('PARLEY_APPLE_PRIVATE_KEY is not a P-256 key')
      expect(problems[0]).not.toContain(key)
    },
  )

  it('reports all problems at once', () => {
    const problems = problemsOf({ PORT: 'x', PARLEY_SIGNUP: 'maybe', PARLEY_LOG_LEVEL: 'loud' })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'PARLEY_SIGNUP',
      'PARLEY_LOG_LEVEL',
    ])
  })

  it('requires PARLEY_SECRET with DATABASE_URL, and explains how to create one', () => {
    const [problem] = problemsOf({ DATABASE_URL: external.DATABASE_URL })
    expect(problem).toContain('PARLEY_SECRET is required')
    expect(problem).toContain('openssl rand -base64 32')
  })

  it('requires all S3 variables or none, and names the missing ones', () => {
    const [problem] = problemsOf({ PARLEY_S3_BUCKET: 'media', PARLEY_S3_REGION: 'eu', PARLEY_S3_KEY_ID: 'k' })
    expect(problem).toMatch(/^PARLEY_S3_ENDPOINT, PARLEY_S3_SECRET are missing/)
  })

  it.each(['s3.example.com', 'https://s3.example.com:port', 'https:///media'])(
    'rejects the S3 endpoint %s and names its variable',
    (endpoint) => {
      const others = { PARLEY_S3_REGION: 'eu', PARLEY_S3_KEY_ID: 'k', PARLEY_S3_SECRET: 's' }
      const problems = problemsOf({ ...others, PARLEY_S3_BUCKET: 'media', PARLEY_S3_ENDPOINT: endpoint })
      expect(problems).toEqual([expect.stringMatching(/^PARLEY_S3_ENDPOINT is "/)])
    },
  )

  it('rejects a weak TURN secret without quoting it', () => {
    const problems = problemsOf({ PARLEY_TURN_URLS: 'turn:turn.example.com', PARLEY_TURN_SECRET: 'hunter2' })
    expect(problems).toEqual([expect.stringMatching(/^PARLEY_TURN_SECRET is too weak/)])
    expect(problems.join()).not.toContain('hunter2')
  })

  it('quotes no password and no secret in a message', () => {
    const problems = problemsOf({ DATABASE_URL: 'postgres://parley:hunter2@db', PARLEY_SECRET: 'hunter2' })
    expect(problems).toHaveLength(2)
    expect(problems.join()).not.toContain('hunter2')
  })
})

describe('the configuration', () => {
  it('defaults to a demo on the embedded database, on localhost only', () => {
    expect(readConfig({}, '/srv')).toEqual({
      host: '127.0.0.1',
      port: 8080,
      baseUrl: 'http://localhost:8080',
      dataDir: '/srv/.parley',
      databaseUrl: null,
      databaseReadUrl: null,
      nats: null,
      secret: null,
      signup: 'closed',
      demo: true,
      roles: { web: true, worker: true },
      trustProxy: false,
      countryHeader: null,
      mediaMaxBytes: 26_214_400,
      s3: null,
      webhookAllowNetworks: [],
      telegram: {
        apiUrl: 'https://api.telegram.org',
        maxDownloadBytes: 20_971_520,
        environment: 'production',
      },
      socialKeys: {},
      ice: { stunUrls: [], turn: null },
      mail: null,
      logLevel: 'info',
      warnings: [],
    })
  })

  it('reads all variables', () => {
    const env = {
      ...external,
      HOST: '::',
      PORT: '9000',
      PARLEY_DATA_DIR: '/var/lib/parley',
      NATS_URL: 'nats://u:p@nats',
      PARLEY_BASE_URL: 'https://support.example.com/',
      PARLEY_SIGNUP: 'open',
      PARLEY_ROLES: 'worker',
      PARLEY_TRUST_PROXY: '10.0.0.0/8, fd00::/8,192.0.2.1',
      PARLEY_COUNTRY_HEADER: 'CF-IPCountry',
      PARLEY_MEDIA_MAX_BYTES: '1048576',
      PARLEY_S3_BUCKET: 'media',
      PARLEY_S3_ENDPOINT: 'https://s3.example.com',
      PARLEY_S3_REGION: 'eu-central-1',
      PARLEY_S3_KEY_ID: 'key',
      PARLEY_S3_SECRET: 's3cret',
      PARLEY_TELEGRAM_API_URL: 'http://bot-api.internal:8081/',
      PARLEY_WEBHOOK_ALLOW_NETWORKS: '10.1.0.0/16, fd12::/48',
      PARLEY_GOOGLE_CLIENT_ID: 'id.apps.example',
      PARLEY_GOOGLE_CLIENT_SECRET: 'g-secret',
      PARLEY_APPLE_CLIENT_ID: 'com.example.login',
      PARLEY_APPLE_TEAM_ID: 'TEAM123456',
      PARLEY_APPLE_KEY_ID: 'KEY1234567',
      PARLEY_APPLE_PRIVATE_KEY: p8OneLine,
      DATABASE_READ_URL: 'postgres://reader@replica.example.com/parley',
      PARLEY_STUN_URLS: 'stun:stun.example.com, stun:[2001:db8::1]:3478',
      PARLEY_TURN_URLS: 'turn:turn.example.com:3478?transport=udp,turns:turn.example.com:443?transport=tcp',
      PARLEY_TURN_SECRET: 'north wind, east wind',
      PARLEY_SMTP_URL: 'smtps://parley:letter@mail.example.com',
      PARLEY_MAIL_FROM: 'Shop <support@example.com>',
      PARLEY_LOG_LEVEL: 'warn',
    }
    expect(readConfig(env, '/srv')).toEqual({
      host: '::',
      port: 9000,
      baseUrl: 'https://support.example.com',
      dataDir: '/var/lib/parley',
      databaseUrl: external.DATABASE_URL,
      databaseReadUrl: 'postgres://reader@replica.example.com/parley',
      nats: { servers: ['nats:4222'], tls: false, login: { user: 'u', pass: 'p' } },
      secret: new TextEncoder().encode(secret),
      signup: 'open',
      demo: false,
      roles: { web: false, worker: true },
      trustProxy: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'],
      countryHeader: 'cf-ipcountry',
      mediaMaxBytes: 1_048_576,
      s3: {
        bucket: 'media',
        endpoint: 'https://s3.example.com',
        region: 'eu-central-1',
        keyId: 'key',
        secret: 's3cret',
      },
      webhookAllowNetworks: ['10.1.0.0/16', 'fd12::/48'],
      telegram: {
        apiUrl: 'http://bot-api.internal:8081',
        maxDownloadBytes: 2_000_000_000,
        environment: 'production',
      },
      socialKeys: {
        google: { clientId: 'id.apps.example', secret: 'g-secret' },
        apple: {
          clientId: 'com.example.login',
          teamId: 'TEAM123456',
          keyId: 'KEY1234567',
          privateKey: p8OneLine,
        },
      },
      ice: {
        stunUrls: ['stun:stun.example.com', 'stun:[2001:db8::1]:3478'],
        turn: {
          urls: ['turn:turn.example.com:3478?transport=udp', 'turns:turn.example.com:443?transport=tcp'],
          secret: 'north wind, east wind',
        },
      },
      mail: {
        host: 'mail.example.com',
        port: 465,
        tls: 'implicit',
        login: { user: 'parley', password: 'letter' },
        from: { name: 'Shop', address: 'support@example.com' },
      },
      logLevel: 'warn',
      warnings: [],
    })
  })

  it('treats an empty variable as unset, as in compose files', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', PARLEY_BASE_URL: '' }, '/srv')).toEqual(
      readConfig({}, '/srv'),
    )
  })

  it('listens on all interfaces once a public URL is set', () => {
    expect(readConfig({ PARLEY_BASE_URL: 'https://support.example.com' }, '/srv').host).toBe('0.0.0.0')
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'allows plain http on %s',
    (url) => {
      expect(readConfig({ PARLEY_BASE_URL: url }, '/srv').baseUrl).toBe(url)
    },
  )

  it('disables the demo on a configured database by default', () => {
    expect(readConfig(external, '/srv').demo).toBe(false)
    expect(readConfig({ ...external, PARLEY_DEMO: '1' }, '/srv').demo).toBe(true)
    expect(readConfig({ PARLEY_DEMO: '0' }, '/srv').demo).toBe(false)
  })

  it('accepts a number of proxies', () => {
    expect(readConfig({ PARLEY_TRUST_PROXY: '2' }, '/srv').trustProxy).toBe(2)
  })

  it('warns of unknown variables and suggests similar names', () => {
    const env = { PARLEY_BASEURL: 'https://a.example', PARLEY_COLOUR: 'red', PATH: '/bin' }
    expect(readConfig(env, '/srv').warnings).toEqual([
      'PARLEY_BASEURL is set, but unknown to Parley. Did you mean PARLEY_BASE_URL?',
      'PARLEY_COLOUR is set, but unknown to Parley.',
    ])
  })
})
