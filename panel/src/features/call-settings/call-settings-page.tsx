import { Alert, Anchor, Stack, Switch } from '@mantine/core'
import { IconAlertTriangle, IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useProvider } from '../../context/current-provider.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useSaveProvider } from '../../queries/provider-queries.ts'
import { useDraft, type Draft } from '../../ui/draft.ts'
import { PartLead } from '../../ui/part-lead.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/section.tsx'
import { formOf, readNumber, settingsOf, type CallForm } from './call-numbers.ts'
import classes from './call-settings-page.module.css'
import { Choices } from './choices.tsx'
import { hasRelay, iceServersQuery } from './ice-queries.ts'
import { NumberSetting } from './number-setting.tsx'

/** Call settings of one widget. */
export function CallSettingsPage() {
  const texts = useTexts().callSettings
  const provider = useProvider()
  const save = useSaveProvider(provider.id)
  const store = async (form: CallForm) => {
    const calls = settingsOf(form, provider.calls)
    if (calls !== null) await save({ calls })
  }
  const draft = useDraft(formOf(provider.calls), store, { keptAs: `calls ${provider.id}` })
  const { value, change } = draft
  const blocked = settingsOf(value, provider.calls) === null
  const on = value.mode !== 'off'

  return (
    <>
      <PartLead part={`${texts.title} · ${provider.name}`}>{texts.lead}</PartLead>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!blocked) void draft.submit()
        }}
      >
        <Section title={texts.mode}>
          <Choices
            label={texts.mode}
            value={value.mode}
            options={texts.modes}
            onChange={(mode) => change({ mode })}
          />
        </Section>
        {on ? (
          <>
            <Recording draft={draft} />
            <Ringing draft={draft} />
            <Section title={texts.nobody} lead={texts.nobodyLead}>
              <Choices
                label={texts.nobody}
                value={value.nobody}
                options={texts.nobodies}
                onChange={(nobody) => change({ nobody })}
              />
            </Section>
            <Privacy draft={draft} />
            <Times draft={draft} />
          </>
        ) : null}
        <SaveBar state={draft.state} onDiscard={draft.discard} blocked={blocked} />
        {on ? <p className={classes.note}>{texts.running}</p> : null}
      </form>
    </>
  )
}

interface Part {
  draft: Draft<CallForm>
}

function Recording({ draft: { value, change } }: Part) {
  const texts = useTexts().callSettings
  return (
    <Section title={texts.recording} lead={texts.recordingLead}>
      <Stack gap="md">
        <Choices
          label={texts.recording}
          value={value.recording}
          options={texts.recordings}
          onChange={(recording) => change({ recording })}
        />
        {value.recording === 'off' ? null : (
          <>
            <Alert
              color={value.recording === 'notify' ? 'amber' : 'gray'}
              icon={<IconScale size={20} stroke={1.75} aria-hidden />}
              role="note"
            >
              {texts.consent}
            </Alert>
            <NumberSetting
              field="recording_days"
              label={texts.days}
              hint={texts.daysHint}
              unit={texts.daysUnit}
              value={value.recording_days}
              onChange={(recording_days) => change({ recording_days })}
            />
          </>
        )}
      </Stack>
    </Section>
  )
}

function Ringing({ draft: { value, change } }: Part) {
  const texts = useTexts().callSettings
  return (
    <Section title={texts.ring} lead={texts.ringLead}>
      <Stack gap="md">
        <Choices
          label={texts.ring}
          value={value.ring}
          options={texts.rings}
          onChange={(ring) => change({ ring })}
        />
        {value.ring === 'team_first' ? (
          <NumberSetting
            field="team_seconds"
            label={texts.teamTime}
            hint={texts.teamTimeHint}
            unit={texts.seconds}
            value={value.team_seconds}
            onChange={(team_seconds) => change({ team_seconds })}
          />
        ) : null}
      </Stack>
    </Section>
  )
}

function Privacy({ draft: { value, change } }: Part) {
  const texts = useTexts().callSettings
  const { organization } = useMembership()
  const { data: servers } = useQuery(iceServersQuery(organization.id))
  const params = { organizationId: organization.id }
  return (
    <Section
      title={texts.privacy}
      actions={
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/o/$organizationId/settings/connection-test" params={params} {...props} />
          )}
        >
          {texts.test}
        </Anchor>
      }
    >
      <Stack gap="md">
        <Switch
          label={texts.relayOnly}
          description={texts.relayOnlyHint}
          checked={value.relay_only}
          onChange={(event) => change({ relay_only: event.currentTarget.checked })}
        />
        {value.relay_only && servers !== undefined && !hasRelay(servers) ? (
          <Alert color="red" icon={<IconAlertTriangle size={20} stroke={1.75} aria-hidden />} role="note">
            {texts.noRelay}
          </Alert>
        ) : null}
      </Stack>
    </Section>
  )
}

function Times({ draft: { value, change } }: Part) {
  const texts = useTexts().callSettings
  const offer = readNumber('offer_seconds', value.offer_seconds)
  const queue = readNumber('queue_seconds', value.queue_seconds)
  return (
    <Section title={texts.times}>
      <div className={classes.numbers}>
        <NumberSetting
          field="offer_seconds"
          label={texts.offer}
          hint={texts.offerHint}
          unit={texts.seconds}
          value={value.offer_seconds}
          onChange={(offer_seconds) => change({ offer_seconds })}
        />
        <NumberSetting
          field="queue_seconds"
          label={texts.queue}
          hint={offer !== null && queue !== null && queue < offer ? texts.queueTooShort : texts.queueHint}
          unit={texts.seconds}
          value={value.queue_seconds}
          onChange={(queue_seconds) => change({ queue_seconds })}
        />
        <NumberSetting
          field="wrap_up_seconds"
          label={texts.wrapUp}
          hint={texts.wrapUpHint}
          unit={texts.seconds}
          value={value.wrap_up_seconds}
          onChange={(wrap_up_seconds) => change({ wrap_up_seconds })}
        />
        <NumberSetting
          field="connect_seconds"
          label={texts.connect}
          hint={texts.connectHint}
          unit={texts.seconds}
          value={value.connect_seconds}
          onChange={(connect_seconds) => change({ connect_seconds })}
        />
        <NumberSetting
          field="grace_seconds"
          label={texts.grace}
          hint={texts.graceHint}
          unit={texts.seconds}
          value={value.grace_seconds}
          onChange={(grace_seconds) => change({ grace_seconds })}
        />
        <NumberSetting
          field="max_minutes"
          label={texts.longest}
          hint={texts.longestHint}
          unit={texts.minutes}
          value={value.max_minutes}
          onChange={(max_minutes) => change({ max_minutes })}
        />
      </div>
    </Section>
  )
}
