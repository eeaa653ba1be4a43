import type { Messages } from '../en.ts'

export const loginProblemsDe: Messages['loginProblems'] = {
  title: 'Anmeldeprobleme',
  lead: 'Tokens, die dieses Widget abgelehnt hat, die neuesten zuerst, und was zu tun ist. Die Tokens selbst werden nirgends aufbewahrt.',
  none: 'Es wurden keine Tokens abgelehnt.',
  times: (count) => (count === 1 ? 'einmal' : `${count}-mal`),
  noPage: 'nicht aus einem Browser',
  ofWidget: 'für das Widget',
  cures: {
    token_too_long:
      'Das Token hat mehr als 8192 Zeichen. Nehmen Sie nur die dokumentierten Claims hinein, keine Bilder.',
    token_malformed:
      'Das ist kein JWT. Geben Sie den Text zurück, den Ihre JWT-Bibliothek liefert, und nichts darum herum.',
    token_alg_not_allowed:
      'Das Token ist nicht mit HS256 signiert. Stellen Sie das Verfahren Ihrer JWT-Bibliothek ein.',
    token_pid_mismatch: 'Der Claim pid nennt ein anderes Widget. Nehmen Sie die Provider-ID von oben.',
    bad_signature:
      'Das Token ist mit keinem gültigen geheimen Schlüssel dieses Widgets signiert. Kopieren Sie den Schlüssel noch einmal vollständig in die Einstellungen Ihres Servers.',
    token_type_invalid: 'Der Claim type fehlt oder ist falsch. Setzen Sie ihn auf user.',
    token_uid_invalid: 'Der Claim uid muss Text mit 1 bis 255 Zeichen sein. Senden Sie eine Zahl als Text.',
    token_exp_missing: 'Der Claim exp fehlt. Setzen Sie ihn in der Nutzlast auf iat + 3600.',
    token_exp_invalid: 'Der Claim exp muss eine ganze Zahl in Unix-Sekunden sein, weder Text noch Bruch.',
    token_expired:
      'Das Token war abgelaufen. Lassen Sie getToken ein frisches holen, und prüfen Sie die Uhr Ihres Servers.',
    token_exp_too_far:
      'Das Token gilt länger als eine Stunde. Setzen Sie exp auf iat + 3600, in Sekunden und nicht in Millisekunden.',
    token_iat_invalid:
      'Der Claim iat muss die jetzige Zeit in ganzen Unix-Sekunden sein. Prüfen Sie die Uhr Ihres Servers.',
    token_nbf_invalid:
      'Das Token ist noch nicht gültig: Der Claim nbf liegt in der Zukunft. Prüfen Sie die Uhr Ihres Servers oder lassen Sie nbf weg.',
    cnf_missing: 'Der Claim cnf.jkt fehlt. Übernehmen Sie den jkt, den getToken bekommt.',
    key_mismatch:
      'Das Token wurde für einen anderen Browser gemacht. Bewahren Sie Tokens weder in der Seite noch auf dem Server auf: Signieren Sie für jeden jkt eines.',
    account_closed:
      'Das Mitglied hat das Konto geschlossen, nachdem dieses Token entstand. Eine neue Anmeldung öffnet es wieder.',
  },
}
