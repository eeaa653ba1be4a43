import { createServer } from 'node:http'
import process from 'node:process'

/** The least that a service does: Node starts and listens. */
createServer((_request, response) => response.end()).listen(
  Number(process.env['PORT']),
  '127.0.0.1',
  () => {},
)
process.on('SIGTERM', () => process.exit(0))
