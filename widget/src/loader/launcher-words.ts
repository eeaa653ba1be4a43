import type { Language } from '@parley/protocol/provider'

/**
 * What the launcher can say before a catalogue is there: its name, and that the chat could not be fetched.
 * `openChat` of the catalogues says the same (a test holds them together).
 */
export const launcherWords: Record<Language, readonly [name: string, unreachable: string]> = {
  en: ['Open chat', 'No connection. Try again.'],
  tr: ['Sohbeti aç', 'Bağlantı yok. Yeniden deneyin.'],
  de: ['Chat öffnen', 'Keine Verbindung. Versuchen Sie es noch einmal.'],
  es: ['Abrir el chat', 'Sin conexión. Inténtelo de nuevo.'],
  fr: ['Ouvrir le chat', 'Pas de connexion. Réessayez.'],
  ar: ['فتح المحادثة', 'لا يوجد اتصال. حاول مرة أخرى.'],
}
