import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { installationDir } from '../core/installation.ts'

export interface ComposeService {
  build?: string
  profiles?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
  entrypoint?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
}

export const readInstallationFile = (...names: string[]): string =>
  readFileSync(path.join(installationDir, ...names), 'utf8')

/** The `.env` of docs/operating.md for the profile `several`, with its placeholders filled in. */
export function documentedEnv(): Record<string, string> {
  const block = /```sh\n(COMPOSE_PROFILES=several\n[^`]*)```/.exec(
    readInstallationFile('docs/operating.md'),
  )?.[1]
  const env: Record<string, string> = {}
  for (const [, name = '', value = ''] of (block ?? '').matchAll(/^(\w+)=(.*)$/gm))
    env[name] = value
      .replace(/<openssl rand -(base64|hex) (\d+)>/, (_, encoding: BufferEncoding, bytes: string) =>
        randomBytes(Number(bytes)).toString(encoding),
      )
      .replace(/<(\w+)>/, (_, of: string) => env[of] ?? '')
  return env
}

/** The services that `docker compose up` starts with this `.env`, with its values filled in. */
export function composeServices(env: Record<string, string>): Record<string, ComposeService> {
  const { services } = parse(readInstallationFile('compose.yaml'), { merge: true }) as {
    services: Record<string, ComposeService>
  }
  const profiles = (env['COMPOSE_PROFILES'] ?? '').split(',')
  const started = Object.entries(services).filter(
    ([, service]) => !service.profiles || service.profiles.some((profile) => profiles.includes(profile)),
  )
  // `${NAME}`, `${NAME:-used when it is empty}` and `${NAME:?error when it is empty}`.
  const filled = JSON.stringify(Object.fromEntries(started)).replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string | undefined, rest: string | undefined) => {
      const value = env[name] || (kind === '-' ? rest : '') || ''
      if (value === '' && kind === '?') throw new Error(`${name} is missing: ${rest}`)
      return value
    },
  )
  return JSON.parse(filled) as Record<string, ComposeService>
}
