import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentUser } from '../../session/session.ts'

/** Leaves the sign-in page once another tab has signed in: checks whenever the page is focused or shown. */
export function useSignInElsewhere(): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    // Switching to a tab both focuses and shows it.
    let isChecking = false
    const check = async () => {
      if (isChecking || document.visibilityState === 'hidden') return
      isChecking = true
      // A failure must not replace a form that is being filled in.
      const me = await currentUser(queryClient).catch(() => null)
      if (me !== null) await router.invalidate()
      isChecking = false
    }
    const onReturn = () => void check()
    addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [queryClient, router])
}
