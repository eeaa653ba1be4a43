import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { createProbe } from './probe.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** All metrics of `/metrics`. Names follow Prometheus' conventions: base units, `_total` on counters. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  let queueDepth: () => Promise<Record<string, number>> = async () => ({})
  void new Gauge({
    name: 'parley_webhook_queue',
    help: 'Deliveries to be sent: due, later (a retry), sending',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      // Without the database, only this metric is missing.
      const depth = await queueDepth().catch(() => ({}))
      for (const [state, count] of Object.entries(depth)) this.set({ state }, count)
    },
  })
  return {
    /** Returns the number of pending deliveries by state. Called on every scrape. */
    countQueue(depth: () => Promise<Record<string, number>>): void {
      queueDepth = createProbe(depth)
    },
    webhookAttempts: new Counter({
      name: 'parley_webhook_attempts_total',
      help: 'Attempts that ended, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    webhookSeconds: new Histogram({
      name: 'parley_webhook_attempt_seconds',
      help: 'From the start of an attempt to the status line, or to the failure',
      buckets: [0.02, 0.1, 0.5, 1, 2, 5, 10],
      registers,
    }),
    webhookWait: new Histogram({
      name: 'parley_webhook_wait_seconds',
      help: 'From the moment a delivery is due to its attempt',
      buckets: [0.01, 0.05, 0.2, 1, 5, 30, 300],
      registers,
    }),
    registry,
    sockets: new Gauge({ name: 'parley_sockets', help: 'Open sockets', labelNames: ['kind'], registers }),
    socketCloses: new Counter({
      name: 'parley_socket_closes_total',
      help: 'Sockets closed by the server, by reason',
      labelNames: ['kind', 'reason'],
      registers,
    }),
    commands: new Counter({
      name: 'parley_socket_commands_total',
      help: 'Socket requests by method and outcome (ok or an error code)',
      labelNames: ['method', 'outcome'],
      registers,
    }),
    messages: new Counter({
      name: 'parley_messages_total',
      help: 'Messages committed, by sender',
      labelNames: ['sender'],
      registers,
    }),
    messageBatch: new Histogram({
      name: 'parley_message_batch_size',
      help: 'Messages committed together',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128],
      registers,
    }),
    calls: new Counter({
      name: 'parley_calls_total',
      help: 'Calls that are over, by status and reason',
      labelNames: ['status', 'reason'],
      registers,
    }),
    callOffers: new Counter({
      name: 'parley_call_offers_total',
      help: 'Rings at agents: ringing when they began, then by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    requests: new Histogram({
      name: 'parley_http_request_seconds',
      help: 'HTTP requests by route and status',
      labelNames: ['route', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    busFrames: new Counter({
      name: 'parley_bus_frames_total',
      help: 'Frames exchanged with other processes, by direction (sent or received)',
      labelNames: ['direction'],
      registers,
    }),
    busMessages: new Counter({
      name: 'parley_bus_messages_total',
      help: 'Messages published to other processes, by subject',
      labelNames: ['subject'],
      registers,
    }),
    uploadedBytes: new Counter({
      name: 'parley_uploaded_bytes_total',
      help: 'Bytes of accepted uploads',
      registers,
    }),
  }
}
