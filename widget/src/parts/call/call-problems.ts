import type { CallMediaView } from '@parley/client/calls/call-media'
import type { MediaProblem } from '@parley/client/calls/media-problem'
import { useEffect, useState } from 'preact/hooks'
import { useChat } from '../../chat/chat-context.ts'
import type { CallHelp, HelpTopic } from '../call-help/call-help.ts'
import type { T } from './call-messages.ts'
import { m } from './messages/keys.ts'

/** Help is loaded when it is needed; null until then, and if it cannot be loaded. */
export function useCallHelp(topic: HelpTopic | false | null | undefined): CallHelp | null {
  const { language } = useChat()
  const [help, setHelp] = useState<CallHelp | null>(null)
  useEffect(() => {
    let show = setHelp
    show(null)
    if (topic)
      import('../call-help/call-help.ts')
        .then(({ callHelp }) => callHelp(topic, language))
        .then(
          (loaded) => show(loaded),
          () => {},
        )
    return () => {
      show = () => {}
    }
  }, [topic, language])
  return help
}

/** The problem with a device as text. */
export function useProblemText(problem: MediaProblem | null, t: T): string | null | undefined {
  const help = useCallHelp(problem?.device === 'microphone' && problem.code)
  return problem?.device === 'camera' ? t(m.noCamera) : help?.text
}

/** Connection and device problems. Both are shown, because they are independent. */
export const connectionText = (
  path: CallMediaView['path'],
  isActive: boolean,
  problemText: string | null | undefined,
  t: T,
): string =>
  [isActive && path !== 'good' && t(path === 'weak' ? m.weak : m.lost), problemText].filter(Boolean).join(' ')
