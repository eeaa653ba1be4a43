import { useRouter } from '@tanstack/react-router'

type ListRoute = '/o/$organizationId/settings/webhooks' | '/o/$organizationId/settings/widgets'

/** Opens the list of something deleted, unless its pages were left while it was being deleted. */
export function useLeaveDeleted() {
  const router = useRouter()
  return async (to: ListRoute, organizationId: string, deletedId: string): Promise<void> => {
    const list = { to, params: { organizationId } }
    const deleted = `${router.buildLocation(list).pathname}/${deletedId}`
    if (!`${router.latestLocation.pathname}/`.startsWith(`${deleted}/`)) return
    // Unsaved changes of something deleted are not worth a question, whose answer could be to stay.
    await router.navigate({ ...list, replace: true, ignoreBlocker: true })
  }
}
