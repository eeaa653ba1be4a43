import type { Messages } from '../en.ts'

export const transfersEs: Messages['transfers'] = {
  hold: 'Poner en espera',
  resume: 'Reanudar llamada',
  onHold: 'En espera',
  heldFor: 'Tiempo en espera',
  holdFailed: 'No se pudo poner en espera ni reanudar la llamada. Compruebe su conexión.',

  transfer: 'Transferir llamada',
  lead: 'Mientras tanto, el cliente queda en espera.',
  nobody: 'Ningún compañero está disponible para llamadas en este momento.',
  now: 'Transferir ahora',
  nowTo: (name: string) => `Transferir ahora a ${name}`,
  talkFirst: 'Hablar antes',
  talkFirstTo: (name: string) => `Hablar antes con ${name}`,
  colleague: 'Su compañero',

  ringing: (name: string) => `Llamando a ${name} …`,
  talking: (name: string) => `Conversación privada con ${name}. El cliente no le oye.`,
  declined: (name: string) => `${name} rechazó la transferencia.`,
  expired: (name: string) => `${name} no respondió.`,
  disconnected: (name: string) => `${name} ya no está conectado.`,
  nobodyIn: (name) => `Nadie de ${name} respondió.`,
  complete: 'Completar transferencia',
  cancel: 'Cancelar transferencia',

  incoming: {
    region: 'Transferencia entrante',
    blind: (agent: string, customer: string) => `${agent} le transfiere la llamada con ${customer}`,
    warm: (agent: string, customer: string) =>
      `${agent} quiere hablar con usted sobre la llamada con ${customer}`,
    afterBlind: 'Si acepta, se conectará con el cliente.',
    afterWarm: 'Si acepta, hablará primero con su compañero. El cliente está en espera.',
  },

  talk: {
    title: (agent: string, customer: string) => `Conversación privada con ${agent} sobre ${customer}`,
    waits: 'El cliente está en espera y no le oye.',
    elsewhere: (agent: string) => `Su conversación privada con ${agent} está en otra ventana.`,
    leave: 'Salir de la conversación',
  },

  transferred: (customer: string, agent: string) => `Llamada con ${customer} transferida a ${agent}`,

  errors: {
    unavailable: 'Este compañero no puede atender una llamada ahora.',
    gone: 'La transferencia ha terminado.',
    tooOften: 'Esta llamada se ha transferido demasiadas veces.',
    other: 'La transferencia falló. Compruebe su conexión e inténtelo de nuevo.',
  },

  record: {
    held: 'En espera',
    title: 'Transferencias',
    line: (from: string, to: string) => `De ${from} a ${to}`,
    former: 'Antiguo agente',
    kinds: { blind: 'directa', warm: 'tras una conversación privada' },
    states: {
      ringing: 'Sonando',
      talking: 'Conversación privada',
      completed: 'Transferida',
      declined: 'Rechazada',
      expired: 'Sin respuesta',
      disconnected: 'Desconectado',
      cancelled: 'Cancelada',
      withdrawn: 'Llamada terminada',
    },
  },
}
