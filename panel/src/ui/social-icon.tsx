import {
  IconBrandApple,
  IconBrandFacebook,
  IconBrandGithub,
  IconBrandGoogle,
  IconBrandX,
  IconId,
  type Icon,
} from '@tabler/icons-react'
import type { AuthProvider } from '@parley/protocol/customer'

const icons: Record<AuthProvider, Icon> = {
  custom: IconId,
  google: IconBrandGoogle,
  facebook: IconBrandFacebook,
  apple: IconBrandApple,
  github: IconBrandGithub,
  x: IconBrandX,
}

/** What somebody signed in with, as a quiet line drawing. Decoration: the name stands beside it, or is said unseen. */
export function SocialIcon({ of, size = 20 }: { of: AuthProvider; size?: number }) {
  const Drawing = icons[of]
  return <Drawing size={size} stroke={1.75} aria-hidden="true" />
}
