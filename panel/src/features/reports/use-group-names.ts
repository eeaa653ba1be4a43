import { channels } from '@parley/protocol/channel'
import { callReasons } from '@parley/protocol/call'
import type { Report } from '@parley/protocol/reports'
import { useTexts } from '../../i18n/i18n.tsx'

/** Names of rows for which the service has none: channels, reasons, `none`, and what was deleted. */
export function useGroupNames(group: Report['group']): (key: string, name: string | null) => string {
  const t = useTexts()
  const texts = t.reports
  return (key, name) => {
    if (name !== null) return name
    if (group === null) return key
    if (key === 'none') return texts.none[group]
    if (group === 'channel') {
      const channel = channels.find((each) => each === key)
      return channel === undefined ? key : t.channels.names[channel]
    }
    if (group === 'reason') {
      if (key === 'answered') return texts.metrics.calls_answered.name
      const reason = callReasons.find((each) => each === key)
      return reason === undefined ? key : t.calls.shortReasons[reason]
    }
    return group === 'team' ? texts.goneTeam : texts.gone
  }
}
