import type { Messages } from '../en.ts'

export const callSettingsEs: Messages['callSettings'] = {
  title: 'Llamadas',
  lead: 'Si los visitantes pueden llamar desde este widget, y cómo transcurren sus llamadas.',
  running: 'Los cambios se aplican a las llamadas nuevas. Las llamadas en curso conservan sus ajustes.',

  mode: 'Llamadas desde el widget',
  modes: {
    off: { title: 'No', text: 'El widget no tiene botón de llamada.' },
    audio: { title: 'Voz', text: 'Los clientes hablan con un agente.' },
    video: {
      title: 'Voz y vídeo',
      text: 'Clientes y agentes pueden encender su cámara o compartir su pantalla.',
    },
  },

  recording: 'Grabación',
  recordingLead:
    'Las dos voces, y el vídeo si está activado, se graban en el navegador del agente que responde. Ambas partes ven que la llamada se graba, y el agente puede pausar la grabación, por ejemplo mientras se lee un número de tarjeta.',
  recordings: {
    off: { title: 'Nunca', text: 'No se graba ninguna llamada.' },
    notify: { title: 'Siempre, avisando', text: 'El cliente lo lee antes de que suene la llamada.' },
    ask: {
      title: 'Preguntar al cliente',
      text: 'Se pregunta al cliente antes de que suene. Si dice que no, la llamada sigue igualmente, sin grabación.',
    },
  },
  consent:
    'Muchos países solo permiten grabar con el consentimiento de todos y con un fin declarado. Si no está seguro de que baste un aviso, elija «Preguntar al cliente»: Parley pregunta, guarda la respuesta con la llamada y no graba nada sin consentimiento. Compruebe qué otros requisitos legales se le aplican.',
  days: 'Conservar las grabaciones',
  daysHint: 'Después se borran para siempre. El registro de la llamada queda.',

  privacy: 'Conexión',
  relayOnly: 'Usar siempre el relé',
  relayOnlyHint:
    'Ninguna parte ve la dirección IP de la otra. Requiere un relé TURN, por el que pasa todo el tráfico de las llamadas, y añade un pequeño retardo.',
  noRelay: 'No hay ningún relé TURN. Con este ajuste no se conecta ninguna llamada.',
  test: 'Prueba de conexión',

  ring: 'A quién se llama',
  ringLead:
    'Para las llamadas de un equipo: el de la conversación abierta o, si no, el equipo en el que empiezan las conversaciones del widget. Al agente dedicado se le llama antes que a los demás.',
  rings: {
    team_first: {
      title: 'Primero el equipo, después todos',
      text: 'Primero se llama a los miembros del equipo. Los demás siguen cuando pasa el tiempo o no queda ningún miembro.',
    },
    team_only: { title: 'Solo el equipo', text: 'Solo se llama a los miembros del equipo.' },
    everyone: { title: 'Todos', text: 'Se llama a todos los agentes, sea cual sea el equipo.' },
  },
  teamTime: 'Llamar solo al equipo durante',
  teamTimeHint:
    'Desde el inicio de la llamada. Si ningún miembro puede atender llamadas, se llama a todos de inmediato.',

  nobody: 'Cuando no hay ningún agente disponible',
  nobodyLead: 'Se aplica cuando todos los agentes están ausentes o sin sesión.',
  nobodies: {
    message: {
      title: 'Pedir un mensaje',
      text: 'La llamada no empieza. Se lleva al cliente al chat.',
    },
    wait: {
      title: 'Poner en cola',
      text: 'La llamada espera en la cola a que alguien esté disponible.',
    },
  },

  times: 'Límites de tiempo',
  offer: 'Tiempo de timbre por agente',
  offerHint: 'Después la llamada pasa al siguiente.',
  queue: 'Espera máxima',
  queueHint: 'Desde el comienzo de la llamada hasta que alguien contesta.',
  connect: 'Tiempo límite de conexión',
  connectHint: 'Desde que se contesta hasta que se oyen las voces. Después, la llamada ha fallado.',
  grace: 'Tiempo límite de reconexión',
  graceHint: 'Cuánto espera una llamada a quien cerró su pestaña o perdió la red.',
  wrapUp: 'Tiempo tras la llamada',
  wrapUpHint: 'Tiempo para notas antes de que suene la siguiente. Los agentes pueden acortarla.',
  longest: 'Duración máxima de la llamada',
  longestHint: 'Después la llamada termina automáticamente.',
  seconds: 'segundos',
  minutes: 'minutos',
  daysUnit: 'días',
  range: (from, to) => `Escriba un número entero de ${from} a ${to}.`,
  queueTooShort: 'Es menos que el timbre de un agente, así que no se probaría un segundo agente.',

  connection: {
    title: 'Prueba de conexión',
    lead: 'Las llamadas conectan los navegadores directamente. Los servidores STUN y TURN ayudan cuando una red bloquea las conexiones directas. Esta prueba comprueba cada servidor desde su navegador.',
    where:
      'Los resultados son de su propia red. Para probar como un cliente, abra esta página fuera de la red de su empresa, por ejemplo con datos móviles.',
    run: 'Iniciar la prueba',
    again: 'Probar de nuevo',
    running: 'Probando …',
    server: 'Servidor',
    transports: { udp: 'UDP', tcp: 'TCP', tls: 'TLS' },
    took: (time) => `tras ${time}`,
    address: (address) => `Su dirección pública es ${address}`,
    results: {
      works: 'Funciona',
      credentials: 'Credenciales incorrectas',
      unreachable: 'Inalcanzable',
      refused: 'Rechazado',
      invalid: 'Dirección no válida',
      unsupported: 'Este navegador no admite llamadas',
    },
    advice: {
      credentials:
        'El relé conoce otro secreto. PARLEY_TURN_SECRET debe ser, letra por letra, el static-auth-secret de coturn, y ambos relojes deben ir bien.',
      unreachableUdp:
        'No llegó nada de vuelta. ¿Está en marcha el servidor? ¿Dejan todos los cortafuegos pasar UDP a este puerto y a los puertos 49152 a 65535 del relé?',
      unreachableTcp:
        'No hay conexión. ¿Está en marcha el servidor, y dejan todos los cortafuegos pasar TCP a este puerto?',
      unreachableTls:
        'No hay conexión. ¿Está abierto el puerto, y es el certificado del relé de este nombre y no está caducado?',
      refused:
        'El relé acepta las credenciales, pero no asigna ninguna dirección: agotó su cuota o no tiene puertos libres. Consulte su registro.',
      invalid:
        'El navegador no puede leer esta dirección. Se escribe como turn:turn.example.com:3478?transport=udp.',
      unsupported: 'Use un Chrome, Edge, Firefox o Safari actual, por https.',
    },
    through: 'Ida y vuelta por el relé',
    throughLead:
      'Dos conexiones de este navegador se encuentran en el relé, como en una llamada que solo pasa por él.',
    throughWorks: (time) => `Funciona, ${time} ida y vuelta`,
    throughFails: 'No pasan datos',
    throughAdvice:
      'El relé da direcciones, pero no transporta lo que se les envía. Sus puertos 49152 a 65535 deben ser alcanzables por UDP, y denied-peer-ip no debe contener su propia dirección.',
    throughSkipped: 'Sin probar: no funciona ningún relé.',
    none: 'No hay ningún servidor configurado',
    noneText:
      'Las llamadas solo se conectan donde ambas partes se ven directamente, por ejemplo en una misma red. Quien administra este servicio define PARLEY_STUN_URLS, PARLEY_TURN_URLS y PARLEY_TURN_SECRET.',
    noTurn: 'No hay ningún relé TURN',
    noTurnText:
      'Más o menos una de cada cinco llamadas lo necesita, y más con teléfonos. Defina PARLEY_TURN_URLS y PARLEY_TURN_SECRET; docs/calls.md muestra cómo poner en marcha coturn.',
    allWell: 'Todo funciona',
    allWellText: 'Las llamadas deberían conectarse desde casi cualquier red.',
    someFail: 'No todo funciona',
    someFailText:
      'Las llamadas usan los servidores que funcionan. Corrija los demás para clientes en redes restrictivas.',
    allFail: 'Ningún servidor funciona desde aquí',
    allFailText: 'Desde aquí, las llamadas solo conectan dentro de la misma red.',
  },
}
