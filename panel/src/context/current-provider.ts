import { createContext, use } from 'react'
import type { Provider } from '@parley/protocol/provider'

export const ProviderContext = createContext<Provider | null>(null)

/** The widget whose settings are open: under `/settings/widgets/<id>` only. */
export function useProvider(): Provider {
  const provider = use(ProviderContext)
  if (provider === null) throw new Error('useProvider outside of a widget')
  return provider
}
