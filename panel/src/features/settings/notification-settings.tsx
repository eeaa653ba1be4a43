import { Stack, Switch, Text } from '@mantine/core'
import { notifyManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationSetting, NotificationTransport } from '@parley/protocol/notification'
import { useState } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { useLanguage, useTexts } from '../../i18n/i18n.tsx'
import { repeatedMailSettingsQuery } from '../../queries/mail-queries.ts'
import { notificationSettingsQuery, saveNotificationSetting } from '../../queries/notification-queries.ts'
import { DesktopSwitch } from '../../ui/desktop-switch.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Section } from '../../ui/section.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { settingsAfter, type NotificationChoice } from './notification-choices.ts'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'
import classes from './notification-settings.module.css'

/** Kinds and transports of the agent's notifications. Each switch saves itself. */
export function NotificationSettings() {
  const texts = useTexts().notifications
  const { organization } = useMembership()
  return (
    <Section anchor="notifications" title={texts.title} lead={texts.lead}>
      <UnconfirmedEmail />
      <Stack gap="lg">
        <QueryView
          query={useQuery(notificationSettingsQuery(organization.id))}
          skeleton={<FormSkeleton fields={2} />}
        >
          {({ data }) => <KindTable settings={data} />}
        </QueryView>
        <Stack gap="xs">
          <Text fw={500} size="sm">
            {texts.thisBrowser}
          </Text>
          <Text size="xs" c="dimmed">
            {texts.thisBrowserLead}
          </Text>
          <DesktopSwitch />
        </Stack>
      </Stack>
    </Section>
  )
}

function KindTable({ settings: saved }: { settings: NotificationSetting[] }) {
  const { notifications: texts, mail: mailCatalogue } = useTexts()
  const mailTexts = mailCatalogue.notifications
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const { language } = useLanguage()
  const { data: mail } = useQuery(repeatedMailSettingsQuery(organization.id))
  const query = notificationSettingsQuery(organization.id)
  const [pending, setPending] = useState<NotificationChoice[]>([])
  const transports = Object.keys(texts.transports) as NotificationTransport[]
  const saving = useMutation({
    // In sequence, so that the last change wins.
    scope: { id: 'notification-settings' },
    mutationFn: async (choice: NotificationChoice) => {
      // The link of an e-mail or another tab may have turned e-mails off.
      const now = await queryClient.fetchQuery({ ...query, staleTime: 0 })
      const setting = settingsAfter(now.data, [choice]).find(({ kind }) => kind === choice.kind)
      if (setting === undefined) throw new Error('The kind has no setting')
      return saveNotificationSetting(organization.id, { ...setting, language })
    },
    onSuccess: (answer) => queryClient.setQueryData(query.queryKey, answer),
    // After the notification of the new data: the switch would turn back in between.
    onSettled: (_answer, _error, choice) =>
      notifyManager.schedule(() => setPending((now) => now.filter((each) => each !== choice))),
  })
  const settings = settingsAfter(saved, pending)
  const choose = (choice: NotificationChoice) => {
    setPending((now) => [...now, choice])
    saving.mutate(choice)
  }

  return (
    <>
      <ProblemNote error={saving.error} />
      <table className={classes.kinds}>
        <thead>
          <tr>
            <th scope="col">{texts.kind}</th>
            {transports.map((transport) => (
              <th key={transport} scope="col">
                {texts.transports[transport]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {settings.map((setting) => (
            <tr key={setting.kind}>
              <th scope="row">
                {texts.kinds[setting.kind].name}
                <span className={classes.hint}>{texts.kinds[setting.kind].hint}</span>
              </th>
              {transports.map((transport) => (
                <td key={transport}>
                  <Switch
                    aria-label={`${texts.kinds[setting.kind].name}: ${texts.transports[transport]}`}
                    disabled={transport === 'email' && mail?.configured !== true}
                    checked={setting.transports.includes(transport)}
                    onChange={(event) =>
                      choose({ kind: setting.kind, transport, on: event.currentTarget.checked })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="xs" c="dimmed">
        {mail?.configured === false ? mailTexts.off : mailTexts.hint}
      </Text>
    </>
  )
}
