import type { Messages } from '../en.ts'

export const holidaysEs: Messages['holidays'] = {
  title: 'Calendario de festivos',
  lead: 'Está cerrado en los eventos de día completo de este calendario. Para abrir en una de sus fechas, añada una excepción para esa fecha.',
  address: 'Dirección iCal',
  addressHint:
    'Dirección de un archivo .ics, por ejemplo con los festivos de su región. Parley lo lee cada día.',
  readNow: 'Leer ahora',
  remove: 'Quitar calendario',
  lastRead: 'Leído',
  coming: (count) => (count === 1 ? '1 festivo próximo' : `${count} festivos próximos`),
  none: 'El calendario no tiene próximos eventos de día completo.',
  kept: 'Los festivos anteriores siguen vigentes.',
  replaced: 'Sustituido por su excepción',
  unnamed: 'Festivo',
  showAll: (count) => `Mostrar los ${count}`,
  problems: {
    url_invalid:
      'Introduzca una dirección completa que empiece por https:// o webcal://, sin nombre de usuario.',
    refused:
      'Esta dirección no está en la internet pública. Use una dirección pública o pida al operador que la permita.',
    unreachable: 'El servidor del calendario no responde. Compruebe la dirección e inténtelo de nuevo.',
    redirected: 'Esta dirección redirige a otra. Ábrala en un navegador e introduzca la dirección final.',
    bad_status:
      'El servidor del calendario rechazó la solicitud. Compruebe que el calendario sigue compartido en esta dirección.',
    too_large: 'Este calendario es demasiado grande. Use uno que contenga solo festivos.',
    not_calendar:
      'No hay ningún calendario en esta dirección. Use la dirección del archivo .ics, no la de una página web.',
    url_unreadable:
      'La dirección guardada no se puede descifrar porque el secreto de Parley ha cambiado. Introdúzcala de nuevo.',
  },
}
