import type { Command } from './program.ts'

export interface ServiceOptions {
  /** The operator's variables. Parley's variables of this process are not inherited. */
  environment?: Record<string, string>
  /** Command line; by default the bundle, as `npm start` does. */
  command?: Command
}

/** The real service on a free port, with its own data dir and its own database in it. */
export interface Service {
  url: string
  port: number
  dataDir: string
  socketUrl: string
  /** Output since the last start. */
  output(): string
  /** Sends SIGKILL. The embedded database keeps running. */
  kill(): Promise<void>
  /** Sends SIGTERM, as an operator does. */
  stop(): Promise<void>
  /** Starts it again, with the same port and data. */
  start(): Promise<void>
  /** Whether it is running. */
  runs(): boolean
  demo(): Promise<{ email: string; colleague: string; password: string }>
  databaseUrl(): Promise<string>
  /** Stops everything and deletes the data. */
  remove(): Promise<void>
}
