import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { describeConfiguration } from './check.ts'

const marker = 'Zq7vR0bD9xWmE4tYc6LzU1nHs8AfGp3iOjKdB5eVw'

it('shows each value and its source, and no secret', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-check-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = path.join(directory, 'secret')
  writeFileSync(file, marker)
  const lines = describeConfiguration(
    {
      DATABASE_URL: `postgres://parley:${marker}@db.example.com/parley`,
      PARLEY_SECRET_FILE: file,
      PARLEY_BASE_URL: 'https://support.example.com',
      PARLEY_S3_BUCKET: 'media',
      PARLEY_S3_ENDPOINT: 'https://s3.example.com',
      PARLEY_S3_REGION: 'eu',
      PARLEY_S3_KEY_ID: marker,
      PARLEY_S3_SECRET: marker,
      PARLEY_GOOGLE_CLIENT_ID: 'client',
      PARLEY_GOOGLE_CLIENT_SECRET: marker,
      PARLEY_TURN_URLS: 'turn:turn.example.com',
      PARLEY_TURN_SECRET: marker,
      PARLEY_SECERT: 'x',
    },
    '/srv',
  )
  const shown = lines.join('\n')
  expect(shown).not.toContain(marker)
  expect(shown).toMatch(/^DATABASE_URL +postgres:\/\/\*\*\*@db.example.com\/parley$/m)
  expect(shown).toMatch(/^PARLEY_SECRET +set, 41 characters \(from .*secret\)$/m)
  expect(shown).toMatch(/^HOST +0.0.0.0 \(default\)$/m)
  expect(shown).toMatch(/^PARLEY_DATA_DIR +\/srv\/.parley \(default\)$/m)
  expect(lines.at(-1)).toBe(
    'Warning: PARLEY_SECERT is set, but unknown to Parley. Did you mean PARLEY_SECRET?',
  )
})

it('shows the permissions that Parley needs on a NATS server, which depend on its secret only', () => {
  const permissions = (env: Record<string, string>) =>
    describeConfiguration({ DATABASE_URL: 'postgres://db.example.com/parley', ...env }, '/srv').filter(
      (line) => line.startsWith('NATS permissions'),
    )
  const [line] = permissions({ NATS_URL: 'nats://a.example.com', PARLEY_SECRET: marker })
  expect(line).toMatch(/^NATS permissions +publish and subscribe: (parley\.[0-9a-f]{32}), \1\.\*$/)
  expect(permissions({ NATS_URL: 'nats://u:p@other', PARLEY_SECRET: marker })).toEqual([line])
  expect(permissions({ NATS_URL: 'nats://a.example.com', PARLEY_SECRET: `${marker}!` })).not.toEqual([line])
  expect(permissions({ PARLEY_SECRET: marker })).toEqual([])
})

it('masks everything up to the last @ of an address, and passwords in the query', () => {
  const lines = describeConfiguration(
    {
      DATABASE_URL: `postgres:/parley:/${marker}@${marker}@db.example.com/parley`,
      DATABASE_READ_URL: `postgres://db.example.com/parley?user=parley&password=${marker}&sslmode=require`,
      NATS_URL: `nats://s3cr#t?/${marker}@a.example.com`,
      PARLEY_MAIL_FROM: 'support@example.com',
      PARLEY_SECRET: marker,
      PARLEY_SMTP_URL: `smtp://support@example.com:${marker}, ${marker}@smtp.example.com:587`,
    },
    '/srv',
  )
  const valueOf = (name: string) =>
    lines
      .find((line) => line.startsWith(`${name} `))
      ?.split(/ +/)
      .at(1)
  expect(lines.join('\n')).not.toContain(marker)
  expect(valueOf('DATABASE_URL')).toBe('postgres://***@db.example.com/parley')
  expect(valueOf('DATABASE_READ_URL')).toBe(
    'postgres://db.example.com/parley?user=parley&password=***&sslmode=require',
  )
  expect(valueOf('NATS_URL')).toBe('nats://***@a.example.com')
  expect(valueOf('PARLEY_MAIL_FROM')).toBe('support@example.com')
  expect(valueOf('PARLEY_SMTP_URL')).toBe('smtp://***@smtp.example.com:587')
})
