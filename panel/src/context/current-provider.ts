import { createContext, use } from 'react'
import type { Provider } from '@parley/protocol/provider'

export const ProviderContext = createContext<Provider | null>(null)

/** The widget whose settings are open. Only under `/settings/widgets/<id>`. */
export function useProvider(): Provider {
  const provider = use(ProviderContext)
  if (provider === null) throw new Error('useProvider outside of a widget')
  return provider
}
