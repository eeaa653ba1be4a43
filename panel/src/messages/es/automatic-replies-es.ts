import type { Messages } from '../en.ts'

export const automaticRepliesEs: Messages['automaticReplies'] = {
  title: 'Respuestas automáticas',
  lead: 'Se envían automáticamente. Cada contacto recibe cada una como máximo una vez cada 12 horas.',
  named: (name) => `Respuestas automáticas de «${name}»`,
  language: 'Idioma',
  others: 'Todos los demás idiomas',
  text: 'Texto',
  builtIn: 'Déjelo vacío para el texto incluido en el idioma del contacto.',
  asOthers: 'Déjelo vacío para el texto de todos los demás idiomas.',
  greeting: { label: 'Saludo', hint: 'Con el primer mensaje de una conversación nueva.' },
  away: {
    label: 'Texto de ausencia',
    hint: 'Fuera del horario de atención y mientras no haya ningún agente presente.',
  },
}

export const replyWindowEs: Messages['replyWindow'] = {
  until: (moment) => `Puede escribir hasta el ${moment}.`,
  closed: (hours) =>
    `En este canal solo puede escribir durante las ${hours} horas posteriores al último mensaje del cliente. Podrá escribir de nuevo cuando el cliente escriba.`,
}
