import { expect, test } from 'vitest'
import { startTestService } from '../testing/test-service.ts'

test('a service refuses the file storage of another database, and closes its connections', async () => {
  const service = await startTestService()
  try {
    const env = { PARLEY_DATA_DIR: service.dataDir }
    // Dropping its database fails if a connection is open.
    await expect(startTestService({ env })).rejects.toThrow('belongs to another database')
    const second = await startTestService({ databaseUrl: service.databaseUrl })
    await second.stop()
  } finally {
    await service.stop()
  }
})
