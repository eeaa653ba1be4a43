import path from 'node:path'
import { readConfig, type Config } from '../config.ts'
import { createLocalBus } from '../core/bus/bus.ts'
import { systemClock } from '../core/clock.ts'
import { openDatabase, type Database, type DatabaseHandle } from '../core/database.ts'
import { isId } from '../core/ids.ts'
import { createLogger } from '../core/logger.ts'
import { migrate } from '../core/migrate.ts'
import { createSecrets } from '../core/secrets.ts'
import { claimStorage, storagePlace, type StorageClaim } from '../core/shared-storage.ts'
import { StartError } from '../core/start-error.ts'
import { openFileStorage } from '../core/storage/open-file-storage.ts'
import { claimFiles, confirmFiles } from '../core/storage/storage-owner.ts'
import { createChatwootApi } from '../features/imports/chatwoot-api.ts'
import { openExport } from '../features/imports/chatwoot-export.ts'
import { fetchChatwoot } from '../features/imports/chatwoot-fetch.ts'
import { importChatwoot } from '../features/imports/chatwoot-import.ts'
import { createImportReport, reportLines } from '../features/imports/import-report.ts'
import { openReportFile, type ReportFile } from '../features/imports/import-report-file.ts'
import { findImported, recordImported } from '../features/imports/import-store.ts'
import { findOrganization, firstOrganizations } from '../features/organizations/organization-store.ts'
import { findProviderOf } from '../features/providers/provider-store.ts'
import { createProviders } from '../features/providers/providers.ts'
import { addressGuard } from '../features/webhooks/sending/public-address.ts'
import { openExistingDatabase } from './command-database.ts'
import { existingSecret, requireSecretOf } from './existing-secret.ts'
import { createImportPorts } from './import-ports.ts'
import { readArguments, UsageError } from './read-arguments.ts'

/** `parley import chatwoot`: docs/migrating.md. */
export async function run(words: string[]): Promise<number> {
  const { values, positionals } = readArguments(words, {
    max: 2,
    options: {
      fetch: { type: 'string' },
      account: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      organization: { type: 'string' },
      provider: { type: 'string' },
      inbox: { type: 'string', multiple: true, default: [] },
      'close-open': { type: 'boolean', default: false },
    },
  })
  const [product, directory] = positionals
  if (product !== 'chatwoot' || directory === undefined)
    throw new UsageError('Name the product, "chatwoot", and the directory of its data.')
  const config = readConfig(process.env, process.cwd())
  if (values.fetch !== undefined) {
    // Not an argument: other users of the machine can read those.
    const token = process.env['CHATWOOT_TOKEN'] ?? ''
    await download(path.resolve(directory), { ...values, fetch: values.fetch, token }, config)
    return 0
  }
  await importDirectory(path.resolve(directory), values, config)
  return 0
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function download(
  directory: string,
  given: { fetch: string; account?: string | undefined; token: string },
  config: Config,
): Promise<void> {
  const baseUrl = URL.parse(given.fetch)
  if (baseUrl === null || !['http:', 'https:'].includes(baseUrl.protocol))
    throw new UsageError('--fetch needs the address of Chatwoot, for example https://chat.example.com.')
  const accountId = Number(given.account)
  if (!Number.isSafeInteger(accountId) || accountId < 1)
    throw new UsageError(
      '--account needs the number in the address of the dashboard: /app/accounts/<number>/.',
    )
  if (given.token === '')
    throw new StartError('Set CHATWOOT_TOKEN to the access token of an administrator (Profile settings).')
  const api = createChatwootApi({
    baseUrl,
    accountId,
    token: given.token,
    isPublicAddress: addressGuard([]),
  })
  const fetched = await fetchChatwoot({
    api,
    directory,
    source: `${baseUrl.origin}/${accountId}`,
    maxFileBytes: config.mediaMaxBytes,
    onProgress: everyStep((count) => say(`${count} conversations`)),
  })
  say(`${fetched.conversations} conversations and ${fetched.files} new files are in ${directory}.`)
  if (fetched.unavailable > 0)
    say(
      `${fetched.unavailable} conversations could not be downloaded. Run the command again to try them again.`,
    )
  if (fetched.missing > 0)
    say(`${fetched.missing} attachments could not be downloaded. Run the command again to try them again.`)
  if (fetched.refused > 0)
    say(
      `${fetched.refused} attachments are left out: the server does not have them or refuses them, or they are larger than PARLEY_MEDIA_MAX_BYTES.`,
    )
}

const progressStep = 100

const everyStep =
  (tell: (done: number, total: number) => void) =>
  (done: number, total = 0): void => {
    if (done % progressStep === 0 || done === total) tell(done, total)
  }

interface ImportArguments {
  'dry-run': boolean
  'close-open': boolean
  organization?: string | undefined
  provider?: string | undefined
  inbox: string[]
}

async function importDirectory(directory: string, given: ImportArguments, config: Config): Promise<void> {
  const source = await openExport(directory)
  const database = await openExistingDatabase(config)
  try {
    if (!database.isInUse) await migrate(database.url)
    const handle = openDatabase(database.url, { connections: 4 })
    const storage = await openFileStorage(config)
    let place: StorageClaim | undefined
    try {
      const { db } = handle
      // Attachments elsewhere would never be found by the service.
      await confirmFiles(handle.pool, storage)
      if (config.databaseUrl !== null) place = await claimStorage(database.url, storagePlace(config))
      if (!given['dry-run']) await claimFiles(handle.pool, storage)
      const organizationId = await organizationOf(db, given.organization)
      const dryRun = given['dry-run']
      const report = createImportReport()
      const options = {
        organizationId,
        defaultProviderId: await defaultProvider(handle, config, {
          organizationId,
          source: source.source,
          given: given.provider,
          dryRun,
        }),
        providers: await providersOf(db, organizationId, given.inbox),
        closeOpen: given['close-open'],
        dryRun,
        report,
      }
      const file = await openReportFile(source, options)
      await saving(file, () =>
        importChatwoot(createImportPorts(db, storage, config), source, {
          ...options,
          onProgress: everyStep((done, total) => {
            file.saveProgress()
            say(`${done} of ${total} conversations`)
          }),
        }),
      )
      if (dryRun) say('Nothing was imported: this is what an import would do.')
      for (const line of reportLines(report)) say(line)
      say(`Everything that was left out or changed: ${file.path}`)
    } finally {
      await place?.stop()
      storage.close()
      await handle.close()
    }
  } finally {
    await database.close()
  }
}

/** Saves the report however `work` ends, except by SIGKILL. */
async function saving(file: ReportFile, work: () => Promise<void>): Promise<void> {
  // Before anything is imported: a directory that cannot be written is reported now.
  file.save()
  const saveIfPossible = () => {
    try {
      file.save()
    } catch {
      // The error that ended the import is the one to report.
    }
  }
  process.on('exit', saveIfPossible)
  try {
    await work()
  } catch (error) {
    saveIfPossible()
    throw error
  } finally {
    process.off('exit', saveIfPossible)
  }
  file.save()
}

async function organizationOf(db: Database, given: string | undefined): Promise<string> {
  if (given !== undefined) {
    const found = isId(given) ? await findOrganization(db, given) : undefined
    if (found === undefined) throw new StartError(`There is no organization ${given}.`)
    return found.id
  }
  const [only, another] = await firstOrganizations(db)
  if (only === undefined)
    throw new StartError('There is no organization yet. Set Parley up in the browser first.')
  if (another !== undefined)
    throw new StartError(
      'There are several organizations. Name one with --organization; its id is in the address of the panel.',
    )
  return only.id
}

/** Also for a dry run, which creates none. */
const noProvider = '00000000-0000-0000-0000-000000000000'

/** One provider for everything, created once and recognized by later imports. */
async function defaultProvider(
  { db, pool }: DatabaseHandle,
  config: Config,
  {
    organizationId,
    source,
    given,
    dryRun,
  }: { organizationId: string; source: string; given: string | undefined; dryRun: boolean },
): Promise<string> {
  if (given !== undefined) return requireProvider(db, organizationId, given)
  const scope = { organizationId, source }
  const known = await findImported(db, scope, 'provider', 'default')
  if (known !== undefined) {
    if ((await findProviderOf(db, organizationId, known)) !== undefined) return known
    throw new StartError('The widget of the first import was deleted. Name another one with --provider.')
  }
  if (dryRun) return noProvider
  const secret = await existingSecret(config)
  if (config.secret === null) await requireSecretOf(pool, secret, config.dataDir)
  const secrets = createSecrets(secret)
  const bus = createLocalBus((error) => {
    throw error
  })
  const providers = createProviders({ db, bus, clock: systemClock, secrets, logger: createLogger('silent') })
  return db.transaction().execute(async (trx) => {
    const { id } = await providers.create(organizationId, { name: 'Imported from Chatwoot' }, trx)
    if (await recordImported(trx, scope, { kind: 'provider', key: 'default', itemId: id })) return id
    throw new StartError('Another import of this account is running.')
  })
}

async function requireProvider(db: Database, organizationId: string, id: string): Promise<string> {
  const found = isId(id) ? await findProviderOf(db, organizationId, id) : undefined
  if (found === undefined)
    throw new StartError(`The organization has no widget ${id}. Its id is on the widget's page.`)
  return found.id
}

async function providersOf(
  db: Database,
  organizationId: string,
  pairs: string[],
): Promise<Map<number, string>> {
  const providers = new Map<number, string>()
  for (const pair of pairs) {
    const [, inbox, id = ''] = /^(\d+)=(.+)$/.exec(pair) ?? []
    if (inbox === undefined) throw new UsageError('--inbox needs <number of the inbox>=<id of the widget>.')
    providers.set(Number(inbox), await requireProvider(db, organizationId, id))
  }
  return providers
}
