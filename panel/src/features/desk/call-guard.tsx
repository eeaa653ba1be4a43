import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { guardUnsavedWork } from '../../navigation/unsaved-work.ts'
import { useStore } from '../../session/agent-session.tsx'
import { UnsavedQuestion } from '../../ui/unsaved-guard.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { callAtRisk } from './call-at-risk.ts'

/**
 * Asks before the agent leaves a call or private talk, or a recording that is not uploaded yet: by closing the tab, sign-out or
 * another organization.
 */
export function CallGuard() {
  const texts = useTexts().desk.leaving
  const calls = useAgentCalls()
  const { organization } = useMembership()
  const risk = callAtRisk(useStore(calls.state), useStore(calls.talk.state), useStore(calls.uploads))
  useEffect(() => (risk === null ? undefined : guardUnsavedWork(risk)), [risk])
  const { status, proceed, reset } = useBlocker({
    // The call continues on all pages of the organization.
    shouldBlockFn: ({ next: { params } }) =>
      !('organizationId' in params) || params.organizationId !== organization.id,
    // Sign-out needs to know of it too.
    enableBeforeUnload: false,
    disabled: risk === null,
    withResolver: true,
  })
  // Over or uploaded while the question was open.
  useEffect(() => {
    if (risk === null && status === 'blocked') proceed()
  }, [risk, status, proceed])
  return (
    <UnsavedQuestion
      id="call-at-risk"
      opened={status === 'blocked'}
      {...texts[risk ?? 'recording']}
      onLeave={() => proceed?.()}
      onStay={() => reset?.()}
    />
  )
}
