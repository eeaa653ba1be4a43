import { Button, Group, Stack, Switch } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { Modal } from '../../ui/modal.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { isComplete, urlRefusal, WebhookFields, type WebhookFieldValues } from './webhook-fields.tsx'
import { useCreateWebhook } from './webhook-queries.ts'

/** Creates a webhook and opens its page. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const texts = t.webhooks
  const { organization } = useMembership()
  const navigate = useNavigate()
  const create = useCreateWebhook()
  const [value, setValue] = useState<WebhookFieldValues>({ name: '', url: '', events: [] })
  const [active, setActive] = useState(true)
  const [tried, setTried] = useState(false)
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.createTitle}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t.actions.close }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!isComplete(value)) return
          create.mutate(
            { name: value.name.trim(), url: value.url.trim(), events: value.events, active },
            {
              onSuccess: (made) =>
                void navigate({
                  to: '/o/$organizationId/settings/webhooks/$webhookId',
                  params: { organizationId: organization.id, webhookId: made.id },
                }),
            },
          )
        }}
      >
        <Stack gap="md">
          {urlRefusal(texts, create.error) === null ? <ProblemNote error={create.error} /> : null}
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
            checked={active}
            onChange={(event) => setActive(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.actions.cancel}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {texts.createAction}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
