import type { LogEntry } from '@parley/protocol/event'
import { useTexts } from '../../../i18n/i18n.tsx'

/** A deadline that passed. */
export function SlaText({ entry }: { entry: Extract<LogEntry, { type: 'sla.breached' }> }) {
  const texts = useTexts().sla
  return texts.breachedLine(texts.metrics[entry.data.metric], entry.data.policy.name)
}
