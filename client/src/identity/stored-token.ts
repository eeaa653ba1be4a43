import { inStore } from '../browser/database.ts'

/** Name of a widget's socket token in the key store, next to the key that it is bound to. */
export const tokenName = (providerId: string, jkt: string) => ['token', providerId, jkt]

/** Apart from the token cache, which is loaded only for members. */
export const deleteToken = (providerId: string, jkt: string): Promise<unknown> =>
  inStore('keys', 'readwrite', (store) => store.delete(tokenName(providerId, jkt)))
