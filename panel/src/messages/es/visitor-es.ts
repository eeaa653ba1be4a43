import type { Messages } from '../en.ts'

export const visitorEs: Messages['visitor'] = {
  title: 'Visita',
  currentPage: 'Página actual',
  lastPage: 'Última página',
  referrer: 'Vino de',
  browser: 'Navegador',
  browserOn: (browser, system) => `${browser} en ${system}`,
  device: 'Dispositivo',
  devices: { desktop: 'Ordenador', phone: 'Teléfono', tablet: 'Tableta' },
  localTime: 'Hora local',
  language: 'Idioma del navegador',
  pages: (count) => (count === 1 ? '1 página en esta visita' : `${count} páginas en esta visita`),
  attributes: 'Atributos',
  stated: 'Indicados por la página',
  statedHint: 'Definidos por un script de su página. Un visitante puede cambiar estos valores.',
  confirmed: 'Confirmados por su inicio de sesión',
  confirmedHint: 'Definidos por su servidor en el token firmado.',
  yes: 'Sí',
  no: 'No',
  setting: 'Contexto del visitante',
  collect: 'Mostrar la visita a los agentes',
  collectHint:
    'Páginas, procedencia, navegador, dispositivo, idioma y hora local de los clientes que han escrito. No se recopila con Do Not Track ni con Global Privacy Control. Se elimina a los 30 días.',
}
