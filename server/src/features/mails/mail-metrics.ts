import { Counter, Gauge, type Registry } from 'prom-client'
import { createProbe } from '../../core/probe.ts'
import type { MailOutcome } from './mail-worker.ts'

/** The queue's figures of `/metrics`. */
export function createMailMetrics(registry: Registry, depth: () => Promise<{ due: number; later: number }>) {
  const registers = [registry]
  const probed = createProbe(depth)
  void new Gauge({
    name: 'parley_mail_queue',
    help: 'E-mails to be sent: due, later (a retry, or being sent)',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      // Without the database, only this metric is missing.
      const depths = await probed().catch(() => ({}))
      for (const [state, count] of Object.entries(depths)) this.set({ state }, count)
    },
  })
  const attempts = new Counter({
    name: 'parley_mails_total',
    help: 'Attempts to send an e-mail, by kind and outcome: sent, retried, rejected, expired',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  return (kind: string, outcome: MailOutcome): void => attempts.inc({ kind, outcome })
}
