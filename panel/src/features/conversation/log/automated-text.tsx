import type { LogEntry } from '@parley/protocol/event'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'

/** A rule that ran, with its actions; refused ones are marked. */
export function AutomatedText({ entry }: { entry: Extract<LogEntry, { type: 'conversation.automated' }> }) {
  const { actions, log } = useTexts().automation
  const list = new Intl.ListFormat(useLocale(), { type: 'unit', style: 'short' })
  const { rule, results } = entry.data
  const names = results.map(({ type, outcome }) =>
    outcome === 'failed' ? log.failed(actions[type]) : actions[type],
  )
  return <>{log.ran(rule.name, list.format(names))}</>
}
