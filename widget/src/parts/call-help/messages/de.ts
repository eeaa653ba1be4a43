import type { CallHelpMessages } from './messages.ts'

export const messages: CallHelpMessages = {
  dismissed: 'Wählen Sie „Zulassen“, wenn Ihr Browser fragt.',
  denied_other: 'Erlauben Sie dieser Seite das Mikrofon in den Einstellungen Ihres Browsers.',
  denied_chrome:
    'Klicken Sie auf das Symbol neben der Adresse, erlauben Sie dort das Mikrofon und versuchen Sie es noch einmal.',
  denied_firefox:
    'Klicken Sie auf das durchgestrichene Mikrofon neben der Adresse, heben Sie die Sperre auf und versuchen Sie es noch einmal.',
  denied_safari:
    'Wählen Sie im Menü Safari > Einstellungen > Websites > Mikrofon und erlauben Sie es für diese Seite.',
  denied_safari_ios:
    'Tippen Sie auf das Seitenmenü neben der Adresse, dann auf Website-Einstellungen, und erlauben Sie das Mikrofon.',
  page: 'Diese Seite erlaubt keinen Zugriff auf das Mikrofon. Schreiben Sie uns stattdessen.',
  system:
    'Ihr System erlaubt dem Browser keinen Zugriff auf das Mikrofon. Ändern Sie dies in den Datenschutzeinstellungen des Systems.',
  missing: 'Kein Mikrofon gefunden. Schließen Sie eines an und versuchen Sie es noch einmal.',
  in_use:
    'Ihr Mikrofon konnte nicht gestartet werden. Schließen Sie andere Programme, die es vielleicht benutzen, und versuchen Sie es erneut.',
  ended: 'Ihr Mikrofon wurde getrennt. Wählen Sie ein anderes.',
  insecure:
    'Diese App erlaubt Seiten keinen Zugriff auf das Mikrofon. Öffnen Sie die Seite in Ihrem Browser, um anzurufen.',
  camera: 'Ihre Kamera konnte nicht gestartet werden. Der Anruf wird ohne Video fortgesetzt.',
  unheard: 'Warum hört man mich nicht?',
  unheardHelp:
    'Sprechen Sie und achten Sie auf den Balken. Bewegt er sich nicht, wählen Sie ein anderes Mikrofon oder prüfen Sie die Stummschaltung am Headset. Bewegt er sich, ist der Ton auf der anderen Seite aus.',
  media_failed:
    'Möglicherweise blockiert eine Firewall oder ein VPN den Anruf. Versuchen Sie ein anderes Netz.',

  askCallBack: 'Um Rückruf bitten',
  cancelCallBack: 'Wunsch zurückziehen',
  willCall: 'Wir melden uns bei Ihnen.',
  callMeBack: 'Bitte rufen Sie mich zurück.',
  tooOften: 'Zu viele Anrufe. Bitte versuchen Sie es später erneut.',
  unreachable: 'Wir sind gerade nicht zu erreichen.',
}
