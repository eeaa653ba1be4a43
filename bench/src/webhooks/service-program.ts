import { createApp, type App } from '@parley/server/app'
import { readConfig } from '@parley/server/config'
import { createLogger } from '@parley/server/core/logger'
import { createResolver } from '@parley/server/features/webhooks/sending/resolver'
import { answerCommands } from './program.ts'

/** The service with the benchmark's certificate authority and name server: the receivers run on this machine. */

export interface ServiceInput {
  databaseUrl: string
  dataDir: string
  secret: string
  port: number
  ca: string
  nameServer: string
}

let app: App

answerCommands({
  async open({ databaseUrl, dataDir, secret, port, ca, nameServer }: ServiceInput) {
    const config = readConfig(
      {
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        PARLEY_DATA_DIR: dataDir,
        PARLEY_SECRET: secret,
        PARLEY_LOG_LEVEL: 'error',
        PARLEY_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      },
      dataDir,
    )
    app = await createApp({
      config,
      databaseUrl,
      secret: config.secret ?? '',
      logger: createLogger(config.logLevel),
      sending: { ca, resolve: createResolver({ now: Date.now, servers: [nameServer], hostsFile: null }) },
    })
    await app.listen()
  },
  close: () => app.stop(),
})
