import { VisuallyHidden } from '@mantine/core'
import type { AuthProvider } from '@parley/protocol/customer'
import { useTexts } from '../i18n/i18n.tsx'
import { SocialIcon } from '../ui/social-icon.tsx'
import classes from './member-badge.module.css'

/** Badge for members with their sign-in method. Visitors have none. */
export function MemberBadge({ of }: { of: AuthProvider | null }) {
  const texts = useTexts().inbox.customers.identity
  if (of === null) return null
  return (
    <span className={classes.mark} title={texts[of]}>
      <SocialIcon of={of} size={15} />
      <VisuallyHidden>, {texts[of]}</VisuallyHidden>
    </span>
  )
}
