import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { acquireAlertLock } from './alert-lock.ts'

const AlertingTab = createContext(false)

/** Lets one tab of the organization alert. */
export function AlertingTabProvider(props: { organizationId: string; children: ReactNode }) {
  const { organizationId, children } = props
  const [alerts, setAlerts] = useState(false)
  useEffect(() => acquireAlertLock(organizationId, setAlerts), [organizationId])
  return <AlertingTab value={alerts}>{children}</AlertingTab>
}

/**
 * Whether this tab alerts: the one that the agent uses, or used last. Others show nothing, because the agent may see the
 * same there.
 */
export const useIsAlertingTab = (): boolean => use(AlertingTab)
