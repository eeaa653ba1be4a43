import { Checkbox, Stack, TextInput } from '@mantine/core'
import type { WebhookEvent } from '@parley/protocol/webhook'
import { ApiProblem } from '../../api/api-problem.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import type { Messages } from '../../messages/en.ts'
import { urlProblem } from '../../ui/webhook-url.ts'

export interface WebhookFieldValues {
  name: string
  url: string
  events: WebhookEvent[]
}

/** Events a webhook can subscribe to. */
const eventsOf = (texts: Messages['webhooks']) =>
  Object.keys(texts.when).filter((key): key is WebhookEvent => Object.hasOwn(texts.when, key))

/** The service's error about the URL, for its field; null for other errors. */
export function urlRefusal(texts: Messages['webhooks'], error: unknown): string | null {
  if (!(error instanceof ApiProblem)) return null
  const known: Record<string, string> = texts.urlProblems
  return Object.hasOwn(known, error.code) ? (known[error.code] ?? null) : null
}

export const isComplete = ({ url, events }: WebhookFieldValues) =>
  urlProblem(url) === null && events.length > 0

/** URL and events. `tried`: submitted once, so missing values are shown. */
export function WebhookFields(props: {
  value: WebhookFieldValues
  onChange: (part: Partial<WebhookFieldValues>) => void
  tried: boolean
  /** The last error from the service. */
  error: unknown
  /** Text below the events. */
  eventsHint?: string
  focus?: boolean
}) {
  const texts = useTexts().webhooks
  const { value, onChange, tried } = props
  const problem = urlProblem(value.url)
  const known = eventsOf(texts)
  return (
    <Stack gap="md">
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        maxLength={100}
        autoComplete="off"
        value={value.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        {...(props.focus === true ? { 'data-autofocus': true } : {})}
      />
      <TextInput
        label={texts.url}
        description={texts.urlHint}
        type="url"
        dir="ltr"
        maxLength={2048}
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        value={value.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
        error={tried && problem !== null ? texts.urlProblems[problem] : urlRefusal(texts, props.error)}
      />
      <Checkbox.Group
        label={texts.events}
        description={props.eventsHint}
        value={value.events}
        onChange={(picked) => onChange({ events: known.filter((event) => picked.includes(event)) })}
        error={tried && value.events.length === 0 ? texts.eventsMissing : null}
      >
        <Stack gap="sm" mt="xs">
          {/* A separate group, because it is not an event. */}
          <Checkbox.Group
            value={value.events.length === known.length ? ['all'] : []}
            onChange={(picked) => onChange({ events: picked.length > 0 ? known : [] })}
          >
            <Checkbox
              value="all"
              label={texts.allEvents}
              indeterminate={value.events.length > 0 && value.events.length < known.length}
            />
          </Checkbox.Group>
          {known.map((event) => (
            <Checkbox
              key={event}
              value={event}
              label={<bdi dir="ltr">{event}</bdi>}
              description={texts.when[event]}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </Stack>
  )
}
