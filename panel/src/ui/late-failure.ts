import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { ownProblemText } from '../api/api-problem.ts'
import { useTexts } from '../i18n/i18n.tsx'

/**
 * Returns a function to call when the request of a dialog is sent. It returns the handler for the request's failure, which
 * notifies the agent if the dialog cannot show it: it was closed, or its page was left.
 *
 * @param isShown the dialog, or the page of an action that has none
 * @param title says what failed: the agent may be on another page by then
 * @param problems texts of the dialog by error code
 */
export function useLateFailure(
  isShown: boolean,
  title: string,
  problems: Partial<Record<string, string>> = {},
): () => (error: unknown) => void {
  const texts = useTexts()
  /** null: closed. A dialog that was opened again does not show the failures of the former one. */
  const opening = useRef<symbol | null>(null)
  useEffect(() => {
    if (!isShown) return undefined
    opening.current = Symbol()
    return () => {
      opening.current = null
    }
  }, [isShown])
  return () => {
    const sentFrom = opening.current
    return (error) => {
      if (opening.current === sentFrom) return
      notifications.show({ color: 'red', title, message: ownProblemText(texts, problems, error) })
    }
  }
}
