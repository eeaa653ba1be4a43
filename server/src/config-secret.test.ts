import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadOrCreateSecret } from './config.ts'

describe('the secret in the data directory', () => {
  async function temporaryDirectory(): Promise<string> {
    const directory = await mkdtemp(path.join(tmpdir(), 'parley-config-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    return directory
  }

  it('rejects a damaged file instead of replacing it', async () => {
    const dataDir = await temporaryDirectory()
    await writeFile(path.join(dataDir, 'secret'), 'half')
    await expect(loadOrCreateSecret(dataDir)).rejects.toThrow(/secret is damaged \(4 characters\)/)
    expect(await readFile(path.join(dataDir, 'secret'), 'utf8')).toBe('half')
  })

  it('is created once, readable only by its owner, even by concurrent processes', async () => {
    const dataDir = path.join(await temporaryDirectory(), 'deep', 'data')
    const made = await Promise.all([loadOrCreateSecret(dataDir), loadOrCreateSecret(dataDir)])
    const again = await loadOrCreateSecret(dataDir)
    expect(made[0]).toHaveLength(44)
    expect(made[1]).toEqual(made[0])
    expect(again).toEqual(made[0])
    expect((await stat(path.join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
  })

  it('reports in one line that a file is in the way of the data directory', async () => {
    const file = path.join(await temporaryDirectory(), 'file')
    await writeFile(file, '')
    await expect(loadOrCreateSecret(file)).rejects.toThrow(
      `The data dir ${file} cannot be created: a file is in the way. Set PARLEY_DATA_DIR to`,
    )
  })
})
