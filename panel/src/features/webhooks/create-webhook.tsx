import { Switch } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { differs } from '../../ui/draft.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { isComplete, urlRefusal, WebhookFields, type WebhookFieldValues } from './webhook-fields.tsx'
import { useCreateWebhook } from './webhook-queries.ts'

const empty: WebhookFieldValues & { active: boolean } = { name: '', url: '', events: [], active: true }

/** Creates a webhook and opens its page. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const texts = useTexts().webhooks
  const { organization } = useMembership()
  const router = useRouter()
  const create = useCreateWebhook()
  const [value, setValue] = useState(empty)
  const [tried, setTried] = useState(false)
  const webhookId = create.data?.id
  // After a render, in which the form has nothing unsaved any more that would keep the user here.
  useEffect(() => {
    if (webhookId === undefined) return
    // What had the focus is gone with this page.
    const stop = router.subscribe('onRendered', () => {
      stop()
      document.querySelector('h1')?.focus()
    })
    void router.navigate({
      to: '/o/$organizationId/settings/webhooks/$webhookId',
      params: { organizationId: organization.id, webhookId },
    })
  }, [webhookId, organization.id, router])
  return (
    <FormDialog
      title={texts.createTitle}
      size="lg"
      dirty={differs(empty, value) && !create.isSuccess}
      error={urlRefusal(texts, create.error) === null ? create.error : null}
      problems={texts.urlProblems}
      saveLabel={texts.createAction}
      isSaving={create.isPending}
      onSave={() => {
        setTried(true)
        return isComplete(value)
          ? create.mutateAsync({ ...value, name: value.name.trim(), url: value.url.trim() })
          : undefined
      }}
      onClose={onClose}
    >
      <WebhookFields
        value={value}
        onChange={(part) => {
          setValue((before) => ({ ...before, ...part }))
          // The last error does not apply to the new URL.
          if (part.url !== undefined) create.reset()
        }}
        tried={tried}
        error={create.error}
        focus
      />
      <Switch
        label={texts.active}
        description={texts.activeHint}
        checked={value.active}
        onChange={(event) => {
          const active = event.currentTarget.checked
          setValue((before) => ({ ...before, active }))
        }}
      />
    </FormDialog>
  )
}
