import { errorCode } from './core/error-code.ts'
import { sourceLines } from './core/source-lines.ts'
import { StartError } from './core/start-error.ts'

/** Called with the arguments after its name; returns the exit code. Throws `StartError` for what the operator can fix. */
type Command = (words: string[]) => Promise<number>

type Entry = { summary: string; load: () => Promise<{ run: Command }> }

/** The subcommands of `parley`. Each is one file in commands/. */
const commands: Record<string, Entry> = {
  backup: { summary: 'write everything to one archive', load: () => import('./commands/backup.ts') },
  restore: {
    summary: 'restore an archive into an empty database',
    load: () => import('./commands/restore.ts'),
  },
  check: {
    summary: 'print the configuration in effect, without secrets',
    load: () => import('./commands/check.ts'),
  },
  doctor: {
    summary: 'test database, disk, clock and the servers that the configuration names',
    load: () => import('./commands/doctor.ts'),
  },
  'reset-password': {
    summary: 'print a one-time link that sets a new password',
    load: () => import('./commands/reset-password.ts'),
  },
  facts: {
    summary: 'compute what reports count from the log again: facts rebuild',
    load: () => import('./commands/facts.ts'),
  },
  parked: {
    summary: 'list log entries that could not be handled, or try them again: parked requeue',
    load: () => import('./commands/parked.ts'),
  },
  import: {
    summary: 'import history from another product: import chatwoot',
    load: () => import('./commands/import.ts'),
  },
  'take-over-storage': {
    summary: 'use the files of another database, or continue after their loss',
    load: () => import('./commands/take-over-storage.ts'),
  },
  migrate: {
    summary: 'migrate the database without starting the service',
    load: () => import('./commands/migrate.ts'),
  },
}

const commandWidth = 19

const help = (): string =>
  [
    'Usage: parley [command]',
    '',
    `  ${'start'.padEnd(commandWidth)}run the service (the default)`,
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(commandWidth)}${summary}`),
    '',
    'The configuration is read from the environment: docs/operating.md.',
    '',
  ].join('\n')

async function main([name = 'start', ...words]: string[]): Promise<void> {
  if (name === 'start') {
    // Runs when it is imported, and exits the process itself.
    await import('./main.ts')
    return
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    const asked = ['help', '--help', '-h'].includes(name)
    ;(asked ? process.stdout : process.stderr).write(
      asked ? help() : `parley: there is no command "${name}".\n\n${help()}`,
    )
    process.exitCode = asked ? 0 : 2
    return
  }
  const { run } = await command.load()
  process.exitCode = await run(words)
}

/** One line for what the operator can fix; a stack trace for a bug. */
function describe(error: unknown): string {
  const isExpected = error instanceof StartError || errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true
  if (!(error instanceof Error)) return String(error)
  return isExpected ? error.message : sourceLines(error.stack ?? error.message)
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`parley: ${describe(error)}\n`)
  process.exitCode = 1
})
