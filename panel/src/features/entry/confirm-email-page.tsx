import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { ApiProblem } from '../../api/api-problem.ts'
import { api } from '../../api/api.ts'
import { useLanguage, useTexts } from '../../i18n/i18n.tsx'
import { meQuery } from '../../queries/organization-queries.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { EntryLayout } from './entry-layout.tsx'

/** Requires a click, because mail programs may open links automatically. */
export function ConfirmEmailPage() {
  const texts = useTexts().recovery.confirmEmail
  const token = useLocation({ select: ({ hash }) => hash })
  const queryClient = useQueryClient()
  const { language } = useLanguage()
  const confirming = useMutation({
    mutationFn: () => api.post<{ email: string }>('/v1/public/email-changes/confirm', { token, language }),
    onSuccess: () => queryClient.removeQueries({ queryKey: meQuery.queryKey }),
  })
  if (confirming.data !== undefined) {
    return (
      <EntryLayout title={texts.done} lead={texts.doneText(confirming.data.email)} icon={IconCircleCheck}>
        <Button mt="lg" renderRoot={(root) => <Link to="/" {...root} />}>
          {texts.open}
        </Button>
      </EntryLayout>
    )
  }
  return (
    <EntryLayout title={texts.title} lead={texts.lead}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          confirming.mutate()
        }}
      >
        <ProblemNote error={token === '' ? new ApiProblem('email_link_invalid') : confirming.error} />
        <Button type="submit" size="md" disabled={token === ''} loading={confirming.isPending}>
          {texts.action}
        </Button>
      </form>
    </EntryLayout>
  )
}
