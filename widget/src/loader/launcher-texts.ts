import type { Language } from '@parley/protocol/provider'

type LauncherTexts = readonly [name: string, loading: string, unreachable: string]

/**
 * Texts of the launcher before a catalogue is loaded: its name, and whether the chat is being loaded or could not be. The
 * name equals `openChat` of the catalogues (tested).
 */
export const launcherTexts: Record<Language, LauncherTexts> = {
  en: ['Open chat', 'Loading…', 'No connection. Try again.'],
  tr: ['Sohbeti aç', 'Yükleniyor…', 'Bağlantı yok. Yeniden deneyin.'],
  de: ['Chat öffnen', 'Wird geladen…', 'Keine Verbindung. Bitte erneut versuchen.'],
  es: ['Abrir el chat', 'Cargando…', 'Sin conexión. Inténtelo de nuevo.'],
  fr: ['Ouvrir le chat', 'Chargement…', 'Pas de connexion. Réessayez.'],
  ar: ['فتح المحادثة', 'جارٍ التحميل…', 'لا يوجد اتصال. حاول مرة أخرى.'],
}
