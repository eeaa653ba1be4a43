import { Button } from '@mantine/core'
import { IconMail, IconMessages, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChannelConnection } from '@parley/protocol/channel-connection'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { channelsQuery } from '../../queries/channel-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { ChannelRow } from './channel-row.tsx'
import classes from './channels-page.module.css'
import { MailboxDialog } from './mailbox-dialog.tsx'
import { TokenDialog } from './token-dialog.tsx'

/** Accounts at messaging platforms: connect, test, replace the token, disconnect. */
export function ChannelsPage() {
  const t = useTexts()
  const texts = t.channels.settings
  const { organization } = useMembership()
  const query = useQuery(channelsQuery(organization.id))
  const [open, setOpen] = useState<Open | null>(null)
  return (
    <SettingsPage
      title={texts.title}
      lead={texts.lead}
      admins
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconMail size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => setOpen('email')}
          >
            {t.channelMail.connect}
          </Button>
          <Button
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => setOpen('telegram')}
          >
            {texts.connect}
          </Button>
        </>
      }
    >
      <QueryView query={query} skeleton={<RowSkeletons count={2} />}>
        {(channels) =>
          channels.length === 0 ? (
            <EmptyState icon={IconMessages} title={texts.empty} text={texts.emptyText} />
          ) : (
            <ul className={classes.list}>
              {channels.map((channel) => (
                <ChannelRow key={channel.id} channel={channel} onReplace={() => setOpen(channel)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {open !== null && <ChannelDialog open={open} onClose={() => setOpen(null)} />}
    </SettingsPage>
  )
}

type Open = ChannelConnection | 'telegram' | 'email'

function ChannelDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  const channel = typeof open === 'string' ? null : open
  const kind = typeof open === 'string' ? open : open.channel
  const Dialog = kind === 'email' ? MailboxDialog : TokenDialog
  return <Dialog channel={channel} onClose={onClose} />
}
