import type { Messages } from '../en.ts'

export const loginProblemsEs: Messages['loginProblems'] = {
  title: 'Problemas de inicio de sesión',
  lead: 'Tokens que este widget rechazó, los últimos primero, y qué hacer. Los tokens mismos no se guardan en ningún sitio.',
  none: 'No se rechazó ningún token.',
  times: (count) => (count === 1 ? 'una vez' : `${count} veces`),
  noPage: 'no desde un navegador',
  ofWidget: 'para el widget',
  cures: {
    token_too_long:
      'El token tiene más de 8192 caracteres. Ponga solo los campos documentados, sin imágenes.',
    token_malformed: 'Esto no es un JWT. Devuelva el texto que da su biblioteca de JWT, sin nada alrededor.',
    token_alg_not_allowed: 'El token no está firmado con HS256. Ajuste el algoritmo de su biblioteca de JWT.',
    token_pid_mismatch: 'El campo pid nombra otro widget. Use el id. del proveedor de arriba.',
    bad_signature:
      'El token no está firmado con una clave secreta vigente de este widget. Copie de nuevo la clave, completa, en la configuración de su servidor.',
    token_type_invalid: 'El campo type falta o es otro. Póngalo en user.',
    token_uid_invalid: 'El campo uid debe ser texto de 1 a 255 caracteres. Envíe un id. numérico como texto.',
    token_exp_missing: 'Falta el campo exp. Póngalo en iat + 3600 en el contenido.',
    token_exp_invalid: 'El campo exp debe ser un número entero de segundos Unix, ni texto ni fracción.',
    token_expired:
      'El token había caducado. Deje que getToken pida uno nuevo y compruebe el reloj de su servidor.',
    token_exp_too_far:
      'El token es válido durante más de una hora. Ponga exp en iat + 3600, en segundos y no en milisegundos.',
    token_iat_invalid:
      'El campo iat debe ser la hora actual en segundos Unix enteros. Compruebe el reloj de su servidor.',
    token_nbf_invalid:
      'El token todavía no es válido: el campo nbf está en el futuro. Compruebe el reloj de su servidor u omita nbf.',
    cnf_missing: 'Falta el campo cnf.jkt. Copie en él el jkt que recibe getToken.',
    key_mismatch:
      'El token se hizo para otro navegador. No guarde tokens en la página ni en el servidor: firme uno para cada jkt.',
    account_closed:
      'El miembro cerró la cuenta después de hacerse este token. Al iniciar sesión de nuevo se abre.',
  },
}
