import { helpKey, type HelpTopic } from './help-key.ts'
import { useHelpMessages } from './help-messages.ts'

export function HelpText({ topic }: { topic: HelpTopic }) {
  const t = useHelpMessages()
  return <>{t?.(helpKey(topic))}</>
}
