import { Alert, Button, Stack } from '@mantine/core'
import { IconMailExclamation } from '@tabler/icons-react'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { useLanguage, useTexts } from '../../i18n/i18n.tsx'
import { meQuery } from '../../queries/organization-queries.ts'
import { permanentNotification } from '../../ui/permanent-notification.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'

/** What is not e-mailed before the agent's address is confirmed, and the button that sends the link. */
export function UnconfirmedEmail() {
  const texts = useTexts().recovery.profile
  const { language } = useLanguage()
  const queryClient = useQueryClient()
  const { data: me } = useQuery(meQuery)
  const sending = useMutation({
    mutationFn: () => api.post<{ state: 'sent' | 'confirmed' }>('/v1/auth/confirm-email', { language }),
    onSuccess: async ({ state }) => {
      notifications.show({
        color: 'green',
        message: state === 'sent' ? texts.confirmationSent(me?.user.email ?? '') : texts.confirmed,
        ...(state === 'sent' && permanentNotification),
      })
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
    },
  })
  if (me?.user.email_unconfirmed !== true) return null
  return (
    <Alert
      color="amber"
      icon={<IconMailExclamation size={20} stroke={1.75} aria-hidden />}
      role="note"
      maw="62ch"
      mb="md"
    >
      <Stack gap="sm">
        {texts.unconfirmed(me.user.email)}
        <ProblemNote error={sending.error} />
        <Button
          variant="default"
          w="fit-content"
          loading={sending.isPending}
          onClick={() => sending.mutate()}
        >
          {texts.sendConfirmation}
        </Button>
      </Stack>
    </Alert>
  )
}
