import type { Language } from '@parley/protocol/provider'

/**
 * Texts of the launcher before a catalogue is loaded: its name, and the error if the chat cannot be loaded. The name
 * equals `openChat` of the catalogues (tested).
 */
export const launcherTexts: Record<Language, readonly [name: string, unreachable: string]> = {
  en: ['Open chat', 'No connection. Try again.'],
  tr: ['Sohbeti aç', 'Bağlantı yok. Yeniden deneyin.'],
  de: ['Chat öffnen', 'Keine Verbindung. Bitte erneut versuchen.'],
  es: ['Abrir el chat', 'Sin conexión. Inténtelo de nuevo.'],
  fr: ['Ouvrir le chat', 'Pas de connexion. Réessayez.'],
  ar: ['فتح المحادثة', 'لا يوجد اتصال. حاول مرة أخرى.'],
}
