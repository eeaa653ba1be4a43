import type { Messages } from '../en.ts'

export const settingsDe: Messages['settings'] = {
  title: 'Einstellungen',
  subjects: 'Einstellungsseiten',
  groups: { organization: 'Organisation', developers: 'Entwicklung', own: 'Persönlich' },

  organization: {
    title: 'Organisation',
    lead: 'Der Name, den Ihr Team und eingeladene Personen sehen, und die Einstellungen für E-Mail.',
    name: 'Name',
  },

  team: {
    title: 'Personen',
    lead: 'Wer Ihren Kunden antwortet, und was jeder darf.',
    people: 'Mitglieder',
    roleOf: (name) => `Rolle von ${name}`,
    online: 'Online',
    offline: 'Offline',
    joined: 'Dabei seit:',
    you: 'Sie',
    roleHints: {
      owner: 'Voller Zugriff, auch auf andere Inhaber.',
      admin: 'Voller Zugriff, außer auf Inhaber.',
      agent: 'Gespräche und Kunden.',
    },
    lastOwner: 'Der einzige Inhaber. Machen Sie zuerst jemand anderen zum Inhaber.',
    ownersOnly: 'Nur Inhaber können Inhaber ändern.',
    remove: 'Aus der Organisation entfernen',
    removeNamed: (name) => `${name} entfernen`,
    leave: 'Diese Organisation verlassen',
    removeTitle: (name) => `${name} entfernen?`,
    removeText:
      'Die Person wird sofort abgemeldet. Ihre Nachrichten bleiben erhalten, ihre offenen Gespräche sind danach nicht zugewiesen.',
    leaveTitle: 'Diese Organisation verlassen?',
    leaveText: 'Sie verlieren den Zugang sofort. Um zurückzukommen, brauchen Sie eine Einladung.',
    roleChanged: (name, role) => `${name} hat ab jetzt die Rolle ${role}.`,
    ownRole: {
      title: () => 'Eigene Rolle herabsetzen?',
      text: (role) =>
        `Sie haben dann sofort nur noch die Rolle ${role}. Das können Sie nicht selbst rückgängig machen: Jemand anderes muss Ihnen Ihre Rolle zurückgeben.`,
      action: 'Meine Rolle ändern',
    },
    newOwner: {
      title: (name) => `${name} zum Inhaber machen?`,
      text: () => 'Inhaber haben vollen Zugriff und können andere Inhaber entfernen, auch Sie.',
      action: 'Zum Inhaber machen',
    },
    removed: (name) => `${name} wurde entfernt.`,
  },

  invitations: {
    title: 'Einladungen',
    lead: 'Ein Link lässt eine Person herein. Er gilt einmal, 7 Tage lang.',
    invite: 'Einladen',
    newTitle: 'Jemanden einladen',
    role: 'Rolle',
    email: 'E-Mail (freiwillig)',
    emailHint:
      'Mit einer Adresse kann nur diese Person den Link benutzen. Parley verschickt die Einladung nicht: Sie geben den Link weiter.',
    create: 'Link erzeugen',
    ready: 'Der Link ist fertig',
    readyText: 'Kopieren Sie ihn jetzt: Er wird nur dieses eine Mal angezeigt.',
    copyLink: 'Einladungslink kopieren',
    forAnybody: 'Jeder mit diesem Link kann einmal beitreten. Geben Sie ihn vertraulich weiter.',
    forOne: (email) => `Nur ${email} kann ihn benutzen, einmal.`,
    done: 'Fertig',
    none: 'Keine offenen Einladungen.',
    anybody: 'Jeder mit dem Link',
    invitedBy: (name) => `von ${name}`,
    expires: 'Läuft ab',
    withdraw: 'Zurückziehen',
    withdrawNamed: (who) => `Einladung zurückziehen: ${who}`,
    withdrawTitle: 'Diese Einladung zurückziehen?',
    withdrawText: 'Der Link funktioniert dann nicht mehr.',
  },

  widgets: {
    title: 'Widgets',
    lead: 'Ein Widget ist der Chat auf Ihren Seiten. Die meisten Organisationen brauchen eines; für einen zweiten Shop legen Sie ein weiteres an.',
    create: 'Neues Widget',
    createTitle: 'Neues Widget',
    name: 'Name',
    nameHint: 'Nur für Ihr Team sichtbar.',
    createAction: 'Widget anlegen',
    noneTitle: 'Noch kein Widget',
    noneText:
      'Legen Sie eines an, setzen Sie den Code in Ihre Seiten und schreiben Sie sich selbst die erste Nachricht.',
    anyOrigin: 'Jede Seite',
    origins: (count) => (count === 1 ? '1 erlaubte Herkunft' : `${count} erlaubte Herkünfte`),
    sections: 'Widget-Einstellungen',
    appearance: 'Aussehen',
    installation: 'Einbau',
    keys: 'Schlüssel',
    general: 'Allgemein',
    all: 'Alle Widgets',
  },

  appearance: {
    lead: 'So sieht der Chat auf Ihren Seiten aus. Die Vorschau folgt jeder Änderung.',
    title: 'Titel',
    titleHint: 'Wird im Chat-Kopf angezeigt, zum Beispiel der Name Ihres Shops.',
    titleTooLong: (max, over) => `Höchstens ${max} Zeichen: kürzen Sie um ${over}.`,
    greeting: 'Begrüßung',
    greetingHint:
      'Erste Nachricht in einem leeren Chat. Ohne Text begrüßt das Widget Besucher in ihrer Sprache.',
    color: 'Markenfarbe',
    colorCode: 'Markenfarbe als Code',
    colorWrong: 'Geben Sie eine Farbe wie #0b6581 ein.',
    swatch: (color) => `${color} verwenden`,
    scheme: 'Farbschema',
    schemes: { auto: 'Wie auf dem Gerät des Besuchers', light: 'Hell', dark: 'Dunkel' },
    position: 'Position',
    positions: { right: 'Rechts', left: 'Links' },
    language: 'Sprache',
    autoLanguage: 'Wie Seite oder Browser',
    weakOnLight: (ratio) =>
      `Der Knopf ist auf hellen Seiten schlecht zu sehen (Kontrast ${ratio} : 1, empfohlen 3 : 1). Wählen Sie eine dunklere Farbe.`,
    weakOnDark: (ratio) =>
      `Der Knopf ist auf dunklen Seiten schlecht zu sehen (Kontrast ${ratio} : 1, empfohlen 3 : 1). Wählen Sie eine hellere Farbe.`,
    device: 'Vorschau für',
    devices: { desktop: 'Computer', phone: 'Telefon' },
    previewState: 'Chatfenster',
    previewStates: { open: 'Offen', closed: 'Zu' },
    previewLabel: 'Vorschau Ihres Widgets mit Beispielnachrichten',
  },

  installation: {
    lead: 'Setzen Sie dies in jede Seite, auf der der Chat erscheinen soll, am besten direkt vor das schließende body-Tag.',
    snippet: 'Code',
    copySnippet: 'Code kopieren',
    spa: 'In einer Single-Page-App gehört er in die eine HTML-Seite. Das Skript ist wenige Kilobyte groß und lädt neben Ihrer Seite.',
    origins: 'Erlaubte Herkünfte',
    originsLead:
      'Nur Seiten dieser Herkünfte (Origins) dürfen den Chat öffnen. Bei leerer Liste darf es jede https-Seite.',
    origin: 'Herkunft',
    add: 'Hinzufügen',
    originHint: 'Etwa https://shop.example, ohne Pfad.',
    originEmpty: 'Jede https-Seite darf dieses Widget zeigen.',
    removeOrigin: (origin) => `${origin} entfernen`,
    problems: {
      invalid: 'Das ist keine Herkunft. Schreiben Sie https:// und den Host: https://shop.example.',
      insecure: 'http funktioniert nur für localhost. Verwenden Sie https://.',
      duplicate: 'Diese Herkunft steht schon in der Liste.',
      wildcard: 'Platzhalter sind nicht möglich. Fügen Sie jeden Host einzeln hinzu.',
      full: 'Ein Widget kann höchstens 50 Herkünfte haben.',
    },
    cutTo: (origin) => `Wird als ${origin} hinzugefügt`,
    csp: 'Content Security Policy',
    cspLead: 'Sendet Ihre Website eine Content-Security-Policy? Dann fügen Sie ihr diese Quellen hinzu.',
    copyCsp: 'Quellen kopieren',
    test: 'Installation prüfen',
    testSteps: [
      'Öffnen Sie eine Seite mit dem Code: Der Knopf erscheint in ihrer Ecke.',
      'Schreiben Sie eine Nachricht: Sie kommt binnen einer Sekunde im Posteingang an.',
      'Wenn nichts erscheint, prüfen Sie die Konsole des Browsers: Vielleicht fehlt die Herkunft der Seite in der Liste, oder eine Content-Security-Policy sperrt das Skript.',
    ],
  },

  keys: {
    lead: 'Damit sagt Ihr Server dem Widget, welcher Ihrer Kunden angemeldet ist.',
    secretLead:
      'Ihr Server signiert damit Tokens. Bewahren Sie ihn nur auf dem Server auf, nie in einer Seite, einer App oder einem Repository.',
    providerId: 'Provider-ID',
    providerIdLead: 'Benennt dieses Widget. Sie steht im Code und ist kein Geheimnis.',
    copyProviderId: 'Provider-ID kopieren',
    secret: 'Geheimer Schlüssel',
    copySecret: 'Geheimen Schlüssel kopieren',
    oldSecret: 'Alter geheimer Schlüssel',
    copyOldSecret: 'Alten geheimen Schlüssel kopieren',
    oldUnreadable:
      'Der alte geheime Schlüssel kann nicht entschlüsselt werden, weil sich das Geheimnis von Parley geändert hat. Damit signierte Tokens werden abgelehnt: Ziehen Sie ihn zurück.',
    rotate: 'Schlüssel wechseln',
    rotateText:
      'Neben diesem entsteht ein neuer Schlüssel. Beide gelten, bis Sie den alten zurückziehen: So wird niemand abgemeldet, während Ihre Server umgestellt werden.',
    rotateAction: 'Neuen Schlüssel erzeugen',
    rotated:
      'Neuer Schlüssel erzeugt. Hinterlegen Sie ihn auf Ihrem Server und ziehen Sie dann den alten zurück.',
    rotating:
      'Zurzeit gelten zwei Schlüssel. Wenn alle Ihre Server mit dem neuen signieren, ziehen Sie den alten zurück.',
    retireAction: 'Alten Schlüssel zurückziehen',
    retireTitle: 'Alten Schlüssel zurückziehen?',
    retireText:
      'Damit signierte Tokens werden sofort abgelehnt: Mitglieder, die eines haben, sind Besucher, bis Ihr Server mit dem neuen Schlüssel signiert.',
    retired: 'Der alte Schlüssel ist zurückgezogen.',
  },

  general: {
    lead: 'Der Name des Widgets und der Besucherkontext.',
    delete: 'Dieses Widget löschen',
    deleteText: (name) =>
      `„${name}“ verschwindet endgültig von jeder Seite, die seinen Code hat. Kunden und Gespräche bleiben im Posteingang.`,
    deleteAction: 'Widget löschen',
    deleted: (name) => `${name} wurde gelöscht.`,
  },

  profile: {
    title: 'Ihr Profil',
    lead: 'Ihr Name, Ihre Anmeldung, Benachrichtigungen und Anzeige.',
    person: 'Persönliche Angaben',
    name: 'Name',
    email: 'E-Mail',
    password: 'Passwort',
    passwordLead: 'Eine Änderung meldet Sie überall sonst ab.',
    current: 'Jetziges Passwort',
    next: 'Neues Passwort',
    change: 'Passwort ändern',
    changed: 'Passwort geändert.',
    currentWrong: 'Das aktuelle Passwort ist falsch.',
    view: 'Darstellung',
    viewLead: 'Nur für diesen Browser.',
  },
}
