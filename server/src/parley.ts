import { UsageError } from './commands/read-arguments.ts'
import { sourceLines } from './core/source-lines.ts'
import { StartError } from './core/start-error.ts'

/**
 * Called with the arguments after its name; returns the exit code. Throws `UsageError` for wrong arguments and `StartError` for what
 * else the operator can fix.
 */
type Command = (words: string[]) => Promise<number>

/** @property forms what may follow the name; none: the command takes no arguments */
type Entry = { forms: string[]; summary: string; load: () => Promise<{ run: Command }> }

/** The subcommands of `parley`. Each is one file in commands/, except `start`. */
const commands: Record<string, Entry> = {
  start: {
    forms: [],
    summary: 'run the service (the default)',
    load: async () => ({
      async run() {
        // Runs when it is imported, and exits the process itself.
        await import('./main.ts')
        return 0
      },
    }),
  },
  backup: {
    forms: ['[file] [--without-secret]'],
    summary: 'write everything to one archive',
    load: () => import('./commands/backup.ts'),
  },
  restore: {
    forms: ['<file> [--without-secret] [--take-over-storage]'],
    summary: 'restore an archive into an empty database',
    load: () => import('./commands/restore.ts'),
  },
  check: {
    forms: [],
    summary: 'print the configuration in effect, without secrets',
    load: () => import('./commands/check.ts'),
  },
  doctor: {
    forms: [],
    summary: 'test database, disk, clock and the servers that the configuration names',
    load: () => import('./commands/doctor.ts'),
  },
  'reset-password': {
    forms: ['<e-mail>'],
    summary: 'print a one-time link that sets a new password',
    load: () => import('./commands/reset-password.ts'),
  },
  facts: {
    forms: ['rebuild'],
    summary: 'rebuild the data of reports from the event log',
    load: () => import('./commands/facts.ts'),
  },
  parked: {
    forms: ['[consumer]', 'requeue [consumer [customer position]]'],
    summary: 'list log entries that could not be handled, or try them again',
    load: () => import('./commands/parked.ts'),
  },
  import: {
    forms: [
      'chatwoot <directory> --fetch <url> --account <number>',
      'chatwoot <directory> [--dry-run] [--organization <id>] [--provider <id>] [--inbox <number>=<provider id>]... [--close-open]',
    ],
    summary:
      'download an account of Chatwoot (token in CHATWOOT_TOKEN), then import its history: docs/migrating.md',
    load: () => import('./commands/import.ts'),
  },
  'take-over-storage': {
    forms: [],
    summary: 'use the files of another database, or continue after their loss',
    load: () => import('./commands/take-over-storage.ts'),
  },
  migrate: {
    forms: [],
    summary: 'migrate the database without starting the service',
    load: () => import('./commands/migrate.ts'),
  },
}

const find = (name: string): Entry | undefined => (Object.hasOwn(commands, name) ? commands[name] : undefined)

const synopses = (name: string, { forms }: Entry): string[] =>
  forms.length === 0 ? [`parley ${name}`] : forms.map((form) => `parley ${name} ${form}`)

const usage = (name: string, entry: Entry): string => `Usage: ${synopses(name, entry).join('\n       ')}\n`

const help = (): string =>
  [
    'Usage: parley [command]',
    '',
    ...Object.entries(commands).flatMap(([name, entry]) => [
      ...synopses(name, entry).map((line) => `  ${line}`),
      `      ${entry.summary}`,
    ]),
    '',
    'The configuration is read from the environment: docs/operating.md.',
    '',
  ].join('\n')

const isHelp = (word: string): boolean => word === '--help' || word === '-h'

async function main([name = 'start', ...words]: string[]): Promise<number> {
  if (name === 'help' || isHelp(name)) {
    process.stdout.write(help())
    return 0
  }
  const entry = find(name)
  if (entry === undefined) {
    process.stderr.write(`parley: there is no command "${name}".\n\n${help()}`)
    return 2
  }
  // Here and not in each command, so that none can run instead.
  if (words.some(isHelp)) {
    process.stdout.write(`${usage(name, entry)}\n  ${entry.summary}\n`)
    return 0
  }
  try {
    if (entry.forms.length === 0 && words.length > 0) throw new UsageError(`"${name}" takes no arguments.`)
    const { run } = await entry.load()
    return await run(words)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`parley: ${error.message}\n\n${usage(name, entry)}`)
    return 2
  }
}

/** One line for what the operator can fix; a stack trace for a bug. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error instanceof StartError ? error.message : sourceLines(error.stack ?? error.message)
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`parley: ${describe(error)}\n`)
  return 1
})
