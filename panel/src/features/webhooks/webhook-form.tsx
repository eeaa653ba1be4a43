import { useState } from 'react'
import type { Webhook } from '@parley/protocol/webhook'
import { useTexts } from '../../i18n/i18n.tsx'
import { useDraft, type DraftState } from '../../ui/draft.ts'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/section.tsx'
import { isComplete, urlRefusal, WebhookFields } from './webhook-fields.tsx'
import { useSaveWebhook } from './webhook-queries.ts'

export function WebhookForm({ webhook }: { webhook: Webhook }) {
  const texts = useTexts().webhooks
  const save = useSaveWebhook(webhook.id)
  const [tried, setTried] = useState(false)
  const { url, events } = webhook
  const name = webhook.name ?? ''
  const draft = useDraft({ name, url, events }, (value) =>
    save.mutateAsync({
      // Only changed fields: a colleague may have changed the other.
      ...(value.name === name ? {} : { name: value.name.trim() }),
      ...(value.url === url ? {} : { url: value.url.trim() }),
      ...(value.events === events ? {} : { events: value.events }),
    }),
  )
  const error = draft.state.name === 'failed' ? draft.state.error : null
  return (
    <Section title={texts.endpoint}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (isComplete(draft.value)) void draft.submit()
        }}
      >
        <WebhookFields
          value={draft.value}
          onChange={draft.change}
          tried={tried}
          error={error}
          eventsHint={texts.eventsCancel}
        />
        <SaveBar
          state={shownState(draft.state, urlRefusal(texts, error) !== null)}
          onDiscard={draft.discard}
        />
      </form>
    </Section>
  )
}

/** An error shown at the field is not repeated next to the button. */
const shownState = (state: DraftState, saidAtField: boolean): DraftState =>
  saidAtField ? { name: 'dirty' } : state
