import {
  IconAlertTriangle,
  IconMail,
  IconRobot,
  IconShieldCheck,
  IconShieldQuestion,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { MailVerification, MessageMail } from '@parley/protocol/mailbox'
import type { TimelineMessage } from '@parley/protocol/message'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { originalPath } from '../../../queries/mailbox-queries.ts'
import { Modal } from '../../../ui/modal.tsx'
import { useMail } from './conversation-mails.tsx'
import classes from './mail-note.module.css'

const icons = { verified: IconShieldCheck, failed: IconAlertTriangle, unknown: IconShieldQuestion }

/** Subject and sender of a message that was an e-mail, and all of its text. Nothing for other messages. */
export function MailNote({ message }: { message: TimelineMessage }) {
  const mail = useMail(message.id)
  if (mail === undefined || message.deleted_at != null) return null
  return <Note mail={mail} message={message} />
}

function Note({ mail, message }: { mail: MessageMail; message: TimelineMessage }) {
  const texts = useTexts().channelMail
  const [unfolded, setUnfolded] = useState(false)
  const [original, setOriginal] = useState(false)
  return (
    <div className={classes.mail}>
      <span className={classes.head}>
        <IconMail size={14} stroke={1.75} aria-hidden="true" />
        <bdi className={classes.subject}>{mail.subject || texts.noSubject}</bdi>
      </span>
      <span className={classes.line}>
        <Verification value={mail.verification} />
        <bdi>{texts.fromOther(mail.from.address)}</bdi>
      </span>
      {mail.automatic && (
        <span className={classes.line}>
          <IconRobot size={14} stroke={1.75} aria-hidden="true" />
          {texts.automatic}
        </span>
      )}
      {unfolded && <div className={classes.whole}>{mail.full_text}</div>}
      <span className={classes.line}>
        {mail.full_text !== null && (
          <button
            type="button"
            className={classes.action}
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? texts.hideAll : texts.showAll}
          </button>
        )}
        {mail.has_original && (
          <button type="button" className={classes.action} onClick={() => setOriginal(true)}>
            {texts.showOriginal}
          </button>
        )}
      </span>
      {original && <Original mail={mail} message={message} onClose={() => setOriginal(false)} />}
    </div>
  )
}

function Verification({ value }: { value: MailVerification }) {
  const texts = useTexts().channelMail.verification
  const Drawing = icons[value]
  return (
    <span className={classes.verification} data-value={value}>
      <Drawing size={14} stroke={1.75} aria-hidden="true" />
      {texts[value]}
    </span>
  )
}

/** No scripts, no forms, no navigation, an origin of its own: by the sandbox and by the policy of the page. */
function Original({
  mail,
  message,
  onClose,
}: {
  mail: MessageMail
  message: TimelineMessage
  onClose: () => void
}) {
  const t = useTexts()
  const { organization } = useMembership()
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={mail.subject || t.channelMail.originalTitle}
      closeButtonProps={{ 'aria-label': t.actions.close }}
    >
      <p className={classes.hint}>{t.channelMail.originalHint}</p>
      <iframe
        className={classes.original}
        title={t.channelMail.originalTitle}
        sandbox=""
        referrerPolicy="no-referrer"
        src={originalPath(organization.id, message)}
      />
    </Modal>
  )
}
