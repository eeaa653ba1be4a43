import type { Messages } from '../en.ts'

export const repliesDe: Messages['inbox']['replies'] = {
  open: 'Textbausteine',
  list: 'Textbausteine',
  loading: 'Textbausteine werden geladen…',
  failed: 'Die Textbausteine konnten nicht geladen werden.',
  none: 'Noch keine Textbausteine',
  noMatch: 'Kein passender Textbaustein.',
  held: 'Kein passender Textbaustein. Noch einmal Enter sendet die Eingabe als Text.',
  heldUnloaded:
    'Die Textbausteine konnten nicht geladen werden. Noch einmal Enter sendet die Eingabe als Text.',
  create: 'Textbaustein anlegen',
  personalMark: 'Nur Sie',
  attachments: (count) => (count === 1 ? '1 Anhang' : `${count} Anhänge`),
  attachmentFailed: (name) => `„${name}“ konnte nicht angehängt werden. Hängen Sie die Datei selbst an.`,
  attachmentsFailed:
    'Die Anhänge dieses Textbausteins konnten nicht geladen werden. Hängen Sie die Dateien selbst an.',
  actions: { assign_to_me: 'Mir zuweisen', close: 'Gespräch schließen' },
  after: 'Nach dem Senden:',
  removeAction: (action) => `„${action}“ nicht ausführen`,
  unresolved: (count) =>
    count === 1
      ? 'Diese Variable wurde nicht ausgefüllt. Ersetzen oder entfernen Sie sie vor dem Senden:'
      : `${count} Variablen wurden nicht ausgefüllt. Ersetzen oder entfernen Sie sie vor dem Senden:`,
  goTo: (variable) => `${variable} in der Nachricht markieren`,

  page: {
    title: 'Textbausteine',
    lead: 'Vorbereitete Antworten. Geben Sie in einer Nachricht / ein, um eine einzufügen.',
    listTitle: 'Bausteine',
    search: 'Bausteine durchsuchen',
    noneText: 'Speichern Sie häufige Antworten und fügen Sie sie mit / und ihrem Kürzel ein.',
    edit: (shortcut) => `/${shortcut} bearbeiten`,
    remove: (shortcut) => `/${shortcut} löschen`,
    removeTitle: (shortcut) => `/${shortcut} löschen?`,
    removeShared:
      'Ihre Organisation kann diesen Baustein nicht mehr verwenden. Gesendete Nachrichten bleiben unverändert.',
    removePersonal:
      'Sie können diesen Baustein nicht mehr verwenden. Gesendete Nachrichten bleiben unverändert.',
    removeAction: 'Baustein löschen',
    removed: (shortcut) => `/${shortcut} gelöscht`,
    uses: (count) =>
      count === 1
        ? 'In den letzten 30 Tagen einmal verwendet'
        : `In den letzten 30 Tagen ${count}-mal verwendet`,
    createTitle: 'Neuer Textbaustein',
    editTitle: 'Textbaustein bearbeiten',
    shortcut: 'Kürzel',
    shortcutHint: 'Ein Wort: Buchstaben, Ziffern, - und _. Fügen Sie den Baustein mit / und diesem Wort ein.',
    shortcutInvalid: 'Verwenden Sie ein Wort aus Buchstaben, Ziffern, - und _.',
    content: 'Text',
    contentMissing: 'Schreiben Sie einen Text oder hängen Sie eine Datei an.',
    insertVariable: 'Variable einfügen',
    fallbackHint:
      'Nach | steht ein Ersatzwert, zum Beispiel {{customer.first_name|liebe Kundin, lieber Kunde}}.',
    unknown: (variable) => `${variable} gibt es nicht. Wählen Sie eine Variable aus der Liste.`,
    visibility: 'Wer ihn verwenden kann',
    visibilities: { organization: 'Alle in der Organisation', personal: 'Nur ich' },
    actions: 'Nach dem Senden',
    files: 'Anhänge',
    attach: 'Datei anhängen',
    uploading: (name) => `${name} wird hochgeladen…`,
    removeFile: (name) => `${name} entfernen`,
    save: 'Baustein speichern',
    saved: (shortcut) => `/${shortcut} gespeichert`,
    variables: {
      'customer.name': 'Kunde: Name',
      'customer.first_name': 'Kunde: Vorname',
      'customer.last_name': 'Kunde: Nachname',
      'customer.email': 'Kunde: E-Mail',
      'agent.name': 'Agent: Name',
      'agent.first_name': 'Agent: Vorname',
      'organization.name': 'Organisation: Name',
      'widget.name': 'Widget: Name',
      'conversation.id': 'Gespräch: ID',
    },
    problems: {
      canned_reply_shortcut_taken: 'Ein anderer Baustein hat dieses Kürzel. Wählen Sie ein anderes.',
      canned_reply_limit:
        'Die Höchstzahl von 500 gemeinsamen oder 200 persönlichen Bausteinen ist erreicht. Löschen Sie zuerst einen.',
      canned_reply_empty: 'Schreiben Sie einen Text oder hängen Sie eine Datei an.',
      canned_reply_variable_unknown:
        'Der Text enthält eine Variable, die es nicht gibt. Wählen Sie eine aus der Liste.',
      media_unknown: 'Ein Anhang existiert nicht mehr. Entfernen Sie ihn und hängen Sie die Datei erneut an.',
      forbidden: 'Nur der Autor und Admins können diesen Baustein ändern.',
      not_found: 'Diesen Baustein gibt es nicht mehr.',
    },
  },

  transfer: {
    title: 'Import und Export',
    lead: 'CSV mit den Spalten shortcut, content, visibility, actions und team. Anhänge sind nicht enthalten.',
    export: 'CSV exportieren',
    import: 'CSV importieren',
    importTitle: 'Textbausteine importieren',
    tooLarge: 'Die Datei hat mehr als 500.000 Zeichen. Teilen Sie sie auf.',
    checking: 'Datei wird geprüft…',
    summary: (created, updated, unchanged) =>
      `Neu: ${created}. Geändert: ${updated}. Unverändert: ${unchanged}.`,
    columnsMissing: (count, names) =>
      count === 1 ? `Der Datei fehlt die Spalte ${names}.` : `Der Datei fehlen die Spalten ${names}.`,
    skipped: (count) =>
      count === 1
        ? '1 Zeile ist fehlerhaft und wird übersprungen:'
        : `${count} Zeilen sind fehlerhaft und werden übersprungen:`,
    more: (count) => `und ${count} weitere`,
    line: (line) => `Zeile ${line}`,
    run: (count) => (count === 1 ? '1 Baustein importieren' : `${count} Bausteine importieren`),
    nothing: 'Es gibt nichts zu importieren.',
    done: (count) => (count === 1 ? '1 Baustein importiert' : `${count} Bausteine importiert`),
    problems: {
      csv_malformed: 'Diese Zeile ist kein gültiges CSV. Prüfen Sie die Anführungszeichen.',
      too_many_rows: 'Eine Datei kann höchstens 1.000 Zeilen haben.',
      shortcut_invalid: 'Das Kürzel muss ein Wort aus Buchstaben, Ziffern, - und _ sein.',
      shortcut_repeated: 'Dieses Kürzel steht weiter oben schon.',
      content_empty: 'Der Text ist leer.',
      content_too_long: 'Der Text hat mehr als 8.000 Zeichen.',
      variable_unknown: 'Diese Variable gibt es nicht.',
      visibility_unknown: 'Die Sichtbarkeit muss organization, team oder personal sein.',
      action_unknown: 'Diese Aktion gibt es nicht.',
      personal_needs_agent: 'Ein API-Schlüssel kann keine persönlichen Bausteine importieren.',
      not_yours: 'Nur der Autor und Admins können diesen Baustein ändern.',
      limit_reached: 'Die Höchstzahl der Bausteine ist erreicht.',
    },
  },
}
