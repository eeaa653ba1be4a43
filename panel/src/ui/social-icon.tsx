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

/** Icon of a sign-in method. Decorative: the name is shown as text. */
export function SocialIcon({ of, size = 20 }: { of: AuthProvider; size?: number }) {
  const Drawing = icons[of]
  return <Drawing size={size} stroke={1.75} aria-hidden="true" />
}
