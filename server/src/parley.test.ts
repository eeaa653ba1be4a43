import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'

const program = path.join(import.meta.dirname, 'parley.ts')

/** With an invalid configuration, so that a command that runs exits with 1. */
const parley = (...words: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], PORT: 'none' }
    execFile(process.execPath, [program, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })

let synopses: string[]
beforeAll(async () => {
  const { stdout } = await parley('help')
  synopses = [...stdout.matchAll(/^ {2}(parley .+)$/gm)].map(([, synopsis = '']) => synopsis)
})

const names = () => new Set(synopses.map((synopsis) => synopsis.split(' ')[1] ?? ''))

test('--help prints how a command is used and does not run it', async () => {
  expect(names().size).toBe(11)
  for (const name of names()) {
    const { code, stdout, stderr } = await parley(name, 'word', '--help')
    expect({ code, stderr }, name).toEqual({ code: 0, stderr: '' })
    const own = synopses.filter((synopsis) => synopsis.split(' ')[1] === name)
    expect(stdout.split('\n\n')[0], name).toBe(`Usage: ${own.join('\n       ')}`)
    expect(await parley(name, '-h'), name).toEqual({ code, stdout, stderr })
  }
})

test('the manual lists each command with its arguments', () => {
  const manual = readFileSync(path.join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  expect(synopses).not.toHaveLength(0)
  for (const synopsis of synopses) expect(manual).toContain(`\`${synopsis}\``)
})

test('wrong arguments are refused with the usage, and the command does not run', async () => {
  for (const name of names()) {
    const { code, stdout, stderr } = await parley(name, '--all')
    expect({ code, stdout }, name).toEqual({ code: 2, stdout: '' })
    expect(stderr, name).toMatch(
      /^parley: (There is no option --all|"[\w-]+" takes no arguments)\.\n\nUsage: parley /,
    )
  }
  for (const [words, message] of [
    ['migrate now', '"migrate" takes no arguments.'],
    ['backup first second', 'Unexpected argument "second".'],
    ['backup --without-secret=no', 'The option --without-secret takes no value.'],
    ['restore', 'Name the archive.'],
    ['restore first second', 'Unexpected argument "second".'],
    ['reset-password', 'Name the e-mail of an account.'],
    ['facts', 'Write "rebuild" after "facts".'],
    ['import zendesk folder', 'Name the product, "chatwoot", and the directory of its data.'],
    ['import chatwoot folder --fetch', 'The option --fetch needs a value.'],
    ['import chatwoot folder --account --dry-run', 'The option --account needs a value.'],
  ] as const) {
    const { code, stdout, stderr } = await parley(...words.split(' '))
    expect({ code, stdout, message: stderr.split('\n')[0] }).toEqual({
      code: 2,
      stdout: '',
      message: `parley: ${message}`,
    })
  }
})

test('correct arguments run the command', async () => {
  for (const words of ['start', 'check', 'backup --without-secret file', 'parked requeue', 'facts rebuild'])
    expect(await parley(...words.split(' ')), words).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^parley: PORT /),
    })
})

test('an unknown command is refused with the list of commands', async () => {
  const { stdout: help } = await parley('--help')
  expect(await parley('bakcup', '--help')).toEqual({
    code: 2,
    stdout: '',
    stderr: `parley: there is no command "bakcup".\n\n${help}`,
  })
})
