import { errorCodes, type ErrorCode } from '@parley/protocol/error'
import { verifyToken } from '@parley/server/features/identity/socket-token'
import { execFileSync } from 'node:child_process'
import { createSecretKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readDocument } from './documentation.ts'
import { testWith } from './toolchains.ts'

/** docs/login.md: the service accepts the tokens of its snippets (for installed languages), and its tables list every error code. */

const page = readDocument('login.md')

const secretKey = `prv_sk_${Buffer.alloc(32, 7).toString('base64url')}`
const providerId = '01890000-0000-7000-8000-000000000001'
const jkt = Buffer.alloc(32, 3).toString('base64url')
const env = { ...process.env, PARLEY_SECRET_KEY: secretKey, PARLEY_PROVIDER_ID: providerId }
/** A name that needs escaping and UTF-8. */
const name = 'Şeyma "Ş" O\\Neil 👋'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-login-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs a program that contains the snippet, and checks the token that it prints as the service does. */
function expectGoodToken(file: string, source: string, command: string, ...args: string[]): void {
  writeFileSync(path.join(folder, file), source)
  const token = execFileSync(command, [...args, file], { cwd: folder, env, encoding: 'utf8' }).trim()
  const verdict = verifyToken(token, {
    providerId,
    keys: [{ name: 'live', key: createSecretKey(Buffer.from(secretKey)) }],
    jkt,
    now: Date.now(),
  })
  expect(verdict).toMatchObject({ ok: true, member: { uid: '4711', profile: { name, ignored: [] } } })
}

const text = JSON.stringify
const snippet = (language: string, containing: string): string => {
  const block = page.blocksOf(language).find((candidate) => candidate.includes(containing))
  if (block === undefined) throw new Error(`docs/login.md has no ${language} with ${containing}`)
  return block
}

describe('the service accepts the token of the snippet in', () => {
  test('Node', () => {
    const program = `${snippet('js', 'createHmac')}
console.log(socketToken(${text(jkt)}, { id: 4711, name: ${text(name)} }))`
    expectGoodToken('token.mjs', program, process.execPath)
  })

  testWith('python3', ['--version'], 'Python', () => {
    const user = `json.loads(${text(text({ id: 4711, name }))})`
    const program = `${snippet('python', 'hmac')}\nprint(socket_token(${text(jkt)}, ${user}))\n`
    expectGoodToken('token.py', program, 'python3')
  })

  testWith('go', ['version'], 'Go', () => {
    const program = `${snippet('go', 'hmac').replace('import (', 'import (\n\t"fmt"')}
func main() {
	token, err := SocketToken(${text(jkt)}, User{ID: "4711", Name: ${text(name)}})
	if err != nil {
		panic(err)
	}
	fmt.Println(token)
}`
    expectGoodToken('token.go', program, 'go', 'run')
  })

  testWith('javac', ['-version'], 'Java', () => {
    const program = snippet('java', 'Mac').replace(
      'public class SocketToken {',
      `public class SocketToken {
    public static void main(String[] args) throws Exception {
        System.out.println(sign(${text(jkt)}, "4711", ${text(name)}, null));
    }
`,
    )
    expectGoodToken('SocketToken.java', program, 'java', '-Dfile.encoding=UTF-8')
  })

  testWith('php', ['--version'], 'PHP', () => {
    const [functionAlone = ''] = snippet('php', 'hash_hmac').split('// chat-token.php')
    const program = `${functionAlone}echo socketToken('${jkt}', json_decode('${text({ id: 4711, name }).replaceAll('\\', '\\\\')}', true));`
    expectGoodToken('token.php', program, 'php')
  })

  testWith('ruby', ['--version'], 'Ruby', () => {
    const program = `${snippet('ruby', 'HMAC')}\nputs socket_token('${jkt}', { id: 4711, name: ${text(name)} })`
    expectGoodToken('token.rb', program, 'ruby')
  })
})

describe('the tables of error codes', () => {
  const codes = Object.keys(errorCodes) as ErrorCode[]
  const between = (first: ErrorCode, last: ErrorCode) =>
    codes.slice(codes.indexOf(first), codes.indexOf(last) + 1)
  const rows = (heading: string) => page.tableAfter('| code | message |', heading)
  const expectAll = (table: string[][], expected: ErrorCode[]) => {
    expect(table.map(([code, message]) => [code, message])).toEqual(
      expected.map((code) => [`\`${code}\``, errorCodes[code].title]),
    )
    for (const [code, , solution] of table) expect(solution, code).toMatch(/\S{2,}/)
  }

  test('list every token error with its exact title and a solution', () => {
    expectAll(rows('## When a token is refused'), [
      ...between('token_too_long', 'key_mismatch'),
      'account_closed',
    ])
  })

  test('list every connection error', () => {
    expectAll(rows('## When a connection is refused'), between('origin_not_allowed', 'proof_key_changed'))
  })
})
