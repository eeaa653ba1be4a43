import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { readConfig, readConfigWith } from './config.ts'
import { AppError } from './core/app-error.ts'
import { environmentReader } from './core/environment.ts'
import { createHttp } from './core/http.ts'
import { installationDir } from './core/installation.ts'
import { createLogger } from './core/logger.ts'
import { createMetrics } from './core/metrics.ts'
import { operationRoutes } from './core/operation-routes.ts'
import { composeServices, documentedEnv, readInstallationFile } from './testing/compose-file.ts'

/** Set by the image, or by each service. */
const ofServices = new Set(['PORT', 'HOST', 'PARLEY_DATA_DIR', 'PARLEY_ROLES'])

test('compose.yaml passes on every variable, so that what is in .env takes effect', () => {
  const reader = environmentReader({})
  readConfigWith(reader, '/srv')
  const passed = new Set(Object.keys(composeServices(documentedEnv())['parley']?.environment ?? {}))
  const missing = reader.variables().filter(({ name }) => !passed.has(name) && !ofServices.has(name))
  expect(missing.map(({ name }) => name)).toEqual([])
})

describe('the profile "several", with the .env of docs/operating.md,', () => {
  const env = documentedEnv()
  const services = composeServices(env)
  const { parley, 'web-1': web, 'web-2': otherWeb, nats, caddy, postgres } = services
  const [, port = '', dataDir = ''] =
    /^ENV .*PORT=(\d+) PARLEY_DATA_DIR=(\S+)$/m.exec(readInstallationFile('Dockerfile')) ?? []
  const configOf = (service: (typeof services)[string] | undefined) =>
    readConfig({ ...service?.environment, PORT: port, PARLEY_DATA_DIR: dataDir }, '/app')

  it('starts two processes for browsers, a worker, NATS, Caddy and PostgreSQL; otherwise one process starts', () => {
    expect(Object.keys(services).toSorted()).toEqual([
      'caddy',
      'nats',
      'parley',
      'postgres',
      'web-1',
      'web-2',
    ])
    const alone = composeServices({ ...env, COMPOSE_PROFILES: '', PARLEY_ROLES: '', NATS_URL: '' })
    expect(Object.keys(alone).toSorted()).toEqual(['parley', 'postgres'])
    expect(configOf(alone['parley'])).toMatchObject({ roles: { web: true, worker: true }, nats: null })
  })

  it('gives all processes the same configuration and files, and each its role', () => {
    expect(otherWeb).toEqual(web)
    expect(configOf(web).roles).toEqual({ web: true, worker: false })
    expect(configOf(parley).roles).toEqual({ web: false, worker: true })
    expect({ ...web?.environment, PARLEY_ROLES: 'worker' }).toEqual(parley?.environment)
    expect(web?.volumes).toEqual(parley?.volumes)
    expect(web?.volumes).toContain(`media:${dataDir}`)
    expect(web?.build).toBe(parley?.build)
    expect(configOf(web)).toMatchObject({ baseUrl: env['PARLEY_BASE_URL'], trustProxy: 1, warnings: [] })
  })

  it('names existing services and files: PostgreSQL, NATS and what they mount', () => {
    const { databaseUrl, nats: bus } = configOf(web)
    const database = new URL(databaseUrl ?? '')
    expect(Object.keys(services)).toContain(database.hostname)
    expect([database.username, database.password, database.pathname]).toEqual([
      postgres?.environment?.['POSTGRES_USER'],
      postgres?.environment?.['POSTGRES_PASSWORD'],
      `/${postgres?.environment?.['POSTGRES_DB']}`,
    ])
    expect(bus).toEqual({
      servers: ['nats:4222'],
      tls: false,
      login: { user: 'parley', pass: nats?.environment?.['NATS_PASSWORD'] },
    })
    const mounts = [nats, caddy]
      .flatMap((service) => service?.volumes ?? [])
      .map((volume) => volume.split(':'))
    const missing = mounts.filter(
      ([source = '']) => source.startsWith('.') && !existsSync(path.join(installationDir, source)),
    )
    expect(missing).toEqual([])
    expect(nats?.entrypoint?.at(-1)).toBe('/etc/parley/start-nats.sh')
    expect(mounts).toContainEqual(['./docs/several', '/etc/parley', 'ro'])
    expect(mounts).toContainEqual(['./docs/several/Caddyfile', '/etc/caddy/Caddyfile', 'ro'])
  })

  it('routes from the public address to the processes for browsers, and from nowhere else', () => {
    const caddyfile = readInstallationFile('docs/several/Caddyfile')
    const [, upstreams = ''] = /reverse_proxy (.*) \{/.exec(caddyfile) ?? []
    const browsers = Object.keys(services).filter(
      (name) => services[name]?.environment?.['PARLEY_ROLES'] === 'web',
    )
    expect(upstreams.split(' ')).toEqual(browsers.map((name) => `${name}:${port}`))
    expect(/^\{\$(\w+)\} \{$/m.exec(caddyfile)?.[1]).toBe('PARLEY_BASE_URL')
    expect(caddy?.environment).toEqual({ PARLEY_BASE_URL: env['PARLEY_BASE_URL'] })
    const published = Object.entries(services).map(([name, { ports = [] }]) => [name, ports.map(String)])
    expect(Object.fromEntries(published)).toEqual({
      caddy: ['80:80', '443:443'],
      nats: [],
      parley: [`127.0.0.1:8080:${port}`],
      postgres: [],
      'web-1': [],
      'web-2': [],
    })
  })

  it('is upgraded by docs/operating.md one process after the other, the worker first, each once it is ready', () => {
    const [, names = '', loop = ''] =
      /^for service in (.+); do\n([^]+?)^done$/m.exec(readInstallationFile('docs/operating.md')) ?? []
    const processes = Object.entries(services).filter(
      ([, service]) => 'PARLEY_ROLES' in (service.environment ?? {}),
    )
    expect(names.split(' ')).toEqual(processes.map(([name]) => name))
    expect(names).toMatch(/^parley /)
    expect(loop).toContain('docker compose up --detach --no-deps "$service"')
    expect(loop).toContain(`http://127.0.0.1:${port}/readyz`)
  })

  it('checks the health of each: PostgreSQL before the processes start, and the processes by addresses that exist', async () => {
    for (const service of [parley, web, otherWeb])
      expect(service?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
    expect(postgres?.healthcheck?.test.join(' ')).toContain('pg_isready')
    const image = /HEALTHCHECK[^]*?127\.0\.0\.1:\$\{process\.env\.PORT\}(\/\w+)/.exec(
      readInstallationFile('Dockerfile'),
    )?.[1]
    const balancer = /health_uri (\S+)/.exec(readInstallationFile('docs/several/Caddyfile'))?.[1]
    const http = createHttp({ logger: createLogger('silent'), trustProxy: false })
    let isStopping = false
    const readiness = {
      async check() {
        if (isStopping) throw new AppError('unavailable')
      },
    }
    operationRoutes(http, { readiness: readiness as never, metrics: createMetrics() })
    const statuses = () =>
      Promise.all([image, balancer].map(async (url = '') => (await http.inject({ url })).statusCode))
    expect(await statuses()).toEqual([200, 200])
    // A process that stops gets no more visitors, and is not restarted for it.
    isStopping = true
    expect(await statuses()).toEqual([200, 503])
    await http.close()
  })
})

test('secrets and backups in the checkout do not get into the image', () => {
  const lines = readInstallationFile('.dockerignore').split('\n')
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const secret = ['.env', '.env.production', 'parley_secret', 'parley_secret.old', 'compose.override.yaml']
  const files = [...secret, 'parley.tar.zst', 'backups/parley-2026-03-01.tar.zst', '.parley/secret']
  const copied = files.filter((file) => {
    // A pattern also excludes what is in a matching directory.
    const parents = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
    return !parents.some((parent) => patterns.some((pattern) => path.matchesGlob(parent, pattern)))
  })
  expect(copied).toEqual([])
})
