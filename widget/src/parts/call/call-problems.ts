import type { CallMediaView } from '@parley/client/calls/call-media'
import type { MediaProblem } from '@parley/client/calls/media-problem'
import { useEffect, useState } from 'preact/hooks'
import type * as callHelp from '../call-help.ts'
import type { HelpTopic } from '../call-help/help-key.ts'
import type { T } from './call-messages.ts'
import { m } from './messages/keys.ts'

/** The help is loaded when it is needed; null until then, and if it cannot be loaded. */
export function useCallHelp(isNeeded: boolean): typeof callHelp | null {
  const [help, setHelp] = useState<typeof callHelp | null>(null)
  useEffect(() => {
    if (isNeeded) import('../call-help.ts').then(setHelp, () => {})
  }, [isNeeded])
  return help
}

export const topicOf = (problem: MediaProblem | null): HelpTopic | null =>
  problem && (problem.device === 'camera' ? problem.device : problem.code)

export const connectionText = (path: CallMediaView['path'], isActive: boolean, t: T): string | false =>
  isActive && path !== 'good' && t(path === 'weak' ? m.weak : m.lost)
