import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const main = path.join(import.meta.dirname, 'main.ts')

test.each(['TLS_CERT', 'TLS_KEY'])('does not start with %s alone, as it would serve plain HTTP', (name) => {
  const { status, stderr } = spawnSync(process.execPath, [main], {
    encoding: 'utf8',
    env: { WEBHOOK_SECRET: `whsec_${'A'.repeat(43)}=`, INBOX: ':memory:', PORT: '0', [name]: main },
    timeout: 10_000,
  })
  expect(stderr).toContain('Set both TLS_CERT and TLS_KEY')
  expect(status).toBe(1)
})
