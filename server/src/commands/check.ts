import path from 'node:path'
import { readConfigWith, type Config } from '../config.ts'
import { natsShardSubjects, natsSubject } from '../core/bus/subjects.ts'
import { environmentReader, type Environment, type ReadVariable } from '../core/environment.ts'
import { productVersion } from '../core/product-version.ts'
import { createSecrets } from '../core/secrets.ts'

/** `parley check`: prints the configuration in effect, without secrets. Exits with 1 when it is invalid. */
export async function run(): Promise<number> {
  process.stdout.write(`${describeConfiguration(process.env, process.cwd()).join('\n')}\n`)
  return 0
}

/**
 * Returns one line per variable and per warning, and one with the subjects on the NATS server. Only the length of secrets is shown.
 * @throws {ConfigError} with a line for each invalid variable
 */
export function describeConfiguration(env: Environment, cwd: string): string[] {
  const reader = environmentReader(env)
  const config = readConfigWith(reader, cwd)
  const unset = defaults(config)
  const variables = reader.variables()
  const width = Math.max(...variables.map(({ name }) => name.length)) + 2
  return [
    `Parley ${productVersion}`,
    ...variables.map(
      (variable) => `${variable.name.padEnd(width)}${describe(variable, unset[variable.name] ?? 'not set')}`,
    ),
    ...natsPermissions(config).map((subjects) => `${'NATS permissions'.padEnd(width)}${subjects}`),
    ...config.warnings.map((warning) => `Warning: ${warning}`),
  ]
}

/** Without PARLEY_SECRET there is one process, on the embedded database. */
function natsPermissions({ nats, secret }: Config): string[] {
  if (nats === null || secret === null) return []
  const subject = natsSubject(createSecrets(secret))
  return [`publish and subscribe: ${subject}, ${natsShardSubjects(subject)}`]
}

/** The values in effect when variables are not set. */
function defaults(config: Config): Record<string, string> {
  const values: Record<string, string> = {
    HOST: config.host,
    PORT: String(config.port),
    DATABASE_URL: `the embedded database in ${path.join(config.dataDir, 'postgres')}`,
    PARLEY_BASE_URL: config.baseUrl,
    PARLEY_DATA_DIR: config.dataDir,
    PARLEY_DEMO: config.demo ? '1' : '0',
    PARLEY_LOG_LEVEL: config.logLevel,
    PARLEY_MEDIA_MAX_BYTES: String(config.mediaMaxBytes),
    PARLEY_ROLES: Object.entries(config.roles)
      .filter(([, isOn]) => isOn)
      .map(([role]) => role)
      .join(','),
    PARLEY_S3_BUCKET: `not set: files are in ${path.join(config.dataDir, 'media')}`,
    PARLEY_SECRET: `the one in ${path.join(config.dataDir, 'secret')}`,
    PARLEY_SIGNUP: config.signup,
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.startsWith('not set') ? value : `${value} (default)`,
    ]),
  )
}

const secretName = /SECRET|PASSWORD|PRIVATE_KEY|TOKEN|KEY_ID/

function describe({ name, value, file }: ReadVariable, unset: string): string {
  if (value === null) return unset
  const from = file === null ? '' : ` (from ${file})`
  if (secretName.test(name)) return `set, ${value.length} characters${from}`
  return withoutCredentials(value) + from
}

/** For the URLs of a database, mail server or NATS servers. Up to the last @, because a password may have any character. */
const withoutCredentials = (value: string): string =>
  value
    .replace(/^(?!mailto:)([a-z][\w+.-]*:)\/*[^]*@/i, '$1//***@')
    .replace(/([?&]\w*password=)[^&#]*/gi, '$1***')
