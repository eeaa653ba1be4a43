import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Every figure of `/metrics`, defined in one place. Names follow Prometheus' rules: base units, `_total` on counters. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
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
    requests: new Histogram({
      name: 'parley_http_request_seconds',
      help: 'HTTP requests by route and status',
      labelNames: ['route', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    uploadedBytes: new Counter({
      name: 'parley_uploaded_bytes_total',
      help: 'Bytes of accepted uploads',
      registers,
    }),
  }
}
