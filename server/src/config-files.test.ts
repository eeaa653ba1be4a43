import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const secret = 'q7Jk2vR0bD9xWmE4tYc6LzU1nHs8AfGp3iOjKdB5eVw='
const databaseUrl = 'postgres://parley:pw@db.example.com/parley'

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env, '/srv')
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('a variable from a file', () => {
  async function fileWith(content: string): Promise<string> {
    const directory = await mkdtemp(path.join(tmpdir(), 'parley-config-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    await writeFile(path.join(directory, 'value'), content)
    return path.join(directory, 'value')
  }

  it('is read without the line break at its end', async () => {
    const config = readConfig(
      {
        DATABASE_URL_FILE: await fileWith(`${databaseUrl}\n`),
        PARLEY_SECRET_FILE: await fileWith(`${secret}\r\n`),
      },
      '/srv',
    )
    expect(config.databaseUrl).toBe(databaseUrl)
    expect(config.secret).toEqual(new TextEncoder().encode(secret))
    expect(config.warnings).toEqual([])
  })

  it('accepts the .p8 file from Apple unchanged', async () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const config = readConfig(
      {
        PARLEY_APPLE_CLIENT_ID: 'com.example.login',
        PARLEY_APPLE_TEAM_ID: 'TEAM123456',
        PARLEY_APPLE_KEY_ID: 'KEY1234567',
        PARLEY_APPLE_PRIVATE_KEY_FILE: await fileWith(key),
      },
      '/srv',
    )
    expect(config.socialKeys.apple).toMatchObject({ privateKey: key.trim() })
  })

  it('is refused when the file is missing or empty, or when the variable itself is also set', async () => {
    const empty = await fileWith('\n')
    expect(problemsOf({ PARLEY_SECRET_FILE: '/nowhere/secret' })).toEqual([
      'PARLEY_SECRET_FILE names /nowhere/secret, which cannot be read (ENOENT).',
    ])
    expect(problemsOf({ PARLEY_SECRET_FILE: empty })).toEqual([
      `PARLEY_SECRET_FILE names ${empty}, which is empty.`,
    ])
    const both = problemsOf({ PARLEY_SECRET: secret, PARLEY_SECRET_FILE: empty })
    expect(both).toEqual(['PARLEY_SECRET and PARLEY_SECRET_FILE are both set: remove one.'])
  })
})
