import { Group, NativeSelect, NumberInput, PasswordInput, TextInput } from '@mantine/core'
import { useTexts } from '../../i18n/i18n.tsx'
import { usualPort, type MailboxForm } from './mailbox-form.ts'

type Server = MailboxForm['imap']

const encryptions = ['implicit', 'starttls', 'none'] as const

/** Address and credentials of one mail server. */
export function MailServerFields(props: {
  kind: 'imap' | 'smtp'
  value: Server
  /** Passwords are stored already. */
  stored: boolean
  withoutLogin?: boolean
  onChange: (value: Server) => void
}) {
  const { kind, value, stored, withoutLogin = false, onChange } = props
  const texts = useTexts().channelMail
  const set = (change: Partial<Server>) => onChange({ ...value, ...change })
  return (
    <>
      <Group gap="sm" align="flex-start" wrap="wrap">
        <TextInput
          label={texts.host}
          dir="ltr"
          value={value.host}
          maxLength={253}
          flex="1 1 100%"
          onChange={(event) => set({ host: event.currentTarget.value })}
        />
        <NativeSelect
          label={texts.encryption}
          data={encryptions.map((each) => ({ value: each, label: texts[each] }))}
          value={value.encryption}
          flex="1 1 140px"
          onChange={({ currentTarget }) => {
            const encryption = encryptions.find((each) => each === currentTarget.value) ?? 'implicit'
            const isUsual = value.port === usualPort(kind, value.encryption)
            set({ encryption, ...(isUsual && { port: usualPort(kind, encryption) }) })
          }}
        />
        <NumberInput
          label={texts.port}
          value={value.port === 0 ? '' : value.port}
          min={1}
          max={65_535}
          allowDecimal={false}
          hideControls
          flex="0 1 90px"
          onChange={(port) => set({ port: Math.min(65_535, Number(port) || 0) })}
        />
      </Group>
      {!withoutLogin && (
        <Group gap="sm" align="flex-end" wrap="wrap">
          <TextInput
            label={texts.user}
            dir="ltr"
            value={value.user}
            maxLength={320}
            autoComplete="off"
            flex="1 1 200px"
            onChange={(event) => set({ user: event.currentTarget.value })}
          />
          <PasswordInput
            label={texts.password}
            {...(stored && {
              description: texts.passwordKept,
            })}
            dir="ltr"
            value={value.password}
            maxLength={1024}
            autoComplete="new-password"
            flex="1 1 200px"
            onChange={(event) => set({ password: event.currentTarget.value })}
          />
        </Group>
      )}
    </>
  )
}
