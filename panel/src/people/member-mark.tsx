import { VisuallyHidden } from '@mantine/core'
import type { AuthProvider } from '@parley/protocol/customer'
import { SocialIcon } from '../ui/social-icon.tsx'
import { useWords } from '../i18n/i18n.tsx'
import classes from './member-mark.module.css'

/** Beside a name in a list: this is a member, and by which sign-in. A visitor has none. */
export function MemberMark({ of }: { of: AuthProvider | null }) {
  const words = useWords().inbox.customers.identity
  if (of === null) return null
  return (
    <span className={classes.mark} title={words[of]}>
      <SocialIcon of={of} size={15} />
      <VisuallyHidden>, {words[of]}</VisuallyHidden>
    </span>
  )
}
