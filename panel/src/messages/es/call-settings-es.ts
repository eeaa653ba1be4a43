import type { Messages } from '../en.ts'

export const callSettingsEs: Messages['callSettings'] = {
  title: 'Llamadas',
  lead: 'Si los visitantes pueden llamar desde este widget, y cómo transcurren sus llamadas.',
  running: 'Una llamada conserva los ajustes que valían cuando empezó.',

  mode: 'Llamadas desde el widget',
  modes: {
    off: { title: 'No', text: 'El widget no tiene botón de llamada.' },
    audio: { title: 'Voz', text: 'Los clientes hablan con un agente.' },
    video: {
      title: 'Voz y vídeo',
      text: 'Los clientes pueden encender su cámara, y los agentes también.',
    },
  },

  recording: 'Grabación',
  recordingLead:
    'Las dos voces, y la imagen si la hay, se graban en el navegador del agente que contestó. Ambas partes lo ven todo el tiempo, y el agente puede pausar, por ejemplo mientras se dicta un número de tarjeta.',
  recordings: {
    off: { title: 'Nunca', text: 'No se graba ninguna llamada.' },
    notify: { title: 'Siempre, avisando', text: 'El cliente lo lee antes de que suene la llamada.' },
    ask: {
      title: 'Preguntar al cliente',
      text: 'Se pregunta al cliente antes de que suene. Si dice que no, la llamada sigue igualmente, sin grabación.',
    },
  },
  consent:
    'Muchos países solo permiten grabar cuando todos han aceptado, y exigen un motivo. Si no está seguro de que baste un aviso, elija «Preguntar al cliente». Parley pregunta, guarda la respuesta con la llamada y sin ella no graba nada. Lo que la ley le exija además, no puede saberlo.',
  days: 'Conservar las grabaciones',
  daysHint: 'Después se borran para siempre. El registro de la llamada queda.',

  privacy: 'Conexión',
  relayOnly: 'Solo por el servidor de retransmisión',
  relayOnlyHint:
    'Ninguna parte conoce la dirección de red de la otra. Necesita un servidor TURN, cuya línea lleva entonces todas las llamadas, y tarda un poco más.',
  noRelay: 'No hay ningún servidor TURN. Con este ajuste no se conecta ninguna llamada.',
  test: 'Prueba de conexión',

  nobody: 'Cuando nadie puede contestar',
  nobodyLead: 'Todos los agentes están ausentes o sin sesión.',
  nobodies: {
    message: {
      title: 'Pedir un mensaje',
      text: 'La llamada no empieza. Se lleva al cliente al chat.',
    },
    wait: {
      title: 'Dejar esperar',
      text: 'La llamada espera en la cola a que alguien esté disponible.',
    },
  },

  times: 'Tiempos',
  offer: 'Sonar para un agente',
  offerHint: 'Después la llamada pasa al siguiente.',
  queue: 'Espera máxima',
  queueHint: 'Desde el comienzo de la llamada hasta que alguien contesta.',
  connect: 'Tiempo para conectar',
  connectHint: 'Desde que se contesta hasta que se oyen las voces. Después, la llamada ha fallado.',
  grace: 'Esperar a quien se ha ido',
  graceHint: 'Una pestaña cerrada o una red perdida: lo que puede tardar una parte en volver.',
  wrapUp: 'Pausa tras una llamada',
  wrapUpHint: 'Tiempo para notas antes de que suene la siguiente. Los agentes pueden acortarla.',
  longest: 'Llamada más larga',
  longestHint: 'Después termina por sí sola.',
  seconds: 'segundos',
  minutes: 'minutos',
  daysUnit: 'días',
  range: (from, to) => `Un número entero de ${from} a ${to}.`,
  queueTooShort: 'Más corta que un timbre: no se probaría con un segundo agente.',

  connection: {
    title: 'Prueba de conexión',
    lead: 'Las llamadas van de navegador a navegador. Los servidores STUN y TURN ayudan donde hay redes de por medio. Aquí se prueba cada uno desde su navegador.',
    where:
      'Muestra cómo llega su propia red a los servidores. Para verlo como un cliente, abra esta página fuera de su empresa, por ejemplo con la red del teléfono.',
    run: 'Iniciar la prueba',
    again: 'Probar de nuevo',
    running: 'Probando …',
    server: 'Servidor',
    transports: { udp: 'UDP', tcp: 'TCP', tls: 'TLS' },
    took: (time) => `tras ${time}`,
    address: (address) => `Se le ve como ${address}`,
    results: {
      works: 'Funciona',
      credentials: 'Credenciales incorrectas',
      unreachable: 'Inalcanzable',
      refused: 'Se niega',
      invalid: 'No es una dirección',
      unsupported: 'Este navegador no puede llamar',
    },
    advice: {
      credentials:
        'El servidor conoce otro secreto. PARLEY_TURN_SECRET debe ser, letra por letra, el static-auth-secret de coturn, y ambos relojes deben ir bien.',
      unreachableUdp:
        'No llegó nada de vuelta. ¿Está en marcha el servidor? ¿Dejan todos los cortafuegos pasar UDP a este puerto y a los puertos 49152 a 65535 del servidor?',
      unreachableTcp:
        'No hay conexión. ¿Está en marcha el servidor, y dejan todos los cortafuegos pasar TCP a este puerto?',
      unreachableTls:
        'No hay conexión. ¿Está abierto el puerto, y es el certificado del servidor de este nombre y no está caducado?',
      refused:
        'El servidor está ahí y nos conoce, pero no da dirección: su cuota está agotada o no le quedan puertos. Su registro dice cuál de las dos cosas.',
      invalid:
        'El navegador no puede leer esta dirección. Se escribe como turn:turn.example.com:3478?transport=udp.',
      unsupported: 'Use un Chrome, Edge, Firefox o Safari actual, por https.',
    },
    through: 'Por el servidor de retransmisión y vuelta',
    throughLead:
      'Dos conexiones de este navegador se encuentran en el servidor, como en una llamada que solo pasa por él.',
    throughWorks: (time) => `Funciona, ${time} ida y vuelta`,
    throughFails: 'No pasa nada',
    throughAdvice:
      'El servidor da direcciones pero no transporta lo que se les envía. Sus puertos 49152 a 65535 deben ser alcanzables por UDP, y denied-peer-ip no debe contener su propia dirección.',
    throughSkipped: 'Sin probar: no funciona ningún servidor de retransmisión.',
    none: 'No hay ningún servidor configurado',
    noneText:
      'Las llamadas solo se conectan donde ambas partes se ven directamente, por ejemplo en una misma red. Quien administra este servicio define PARLEY_STUN_URLS, PARLEY_TURN_URLS y PARLEY_TURN_SECRET.',
    noTurn: 'No hay ningún servidor TURN',
    noTurnText:
      'Más o menos una de cada cinco llamadas lo necesita, y más con teléfonos. Defina PARLEY_TURN_URLS y PARLEY_TURN_SECRET; docs/calls.md muestra cómo poner en marcha coturn.',
    allWell: 'Todo funciona',
    allWellText: 'Las llamadas deberían conectarse desde casi cualquier red.',
    someFail: 'No todo funciona',
    someFailText:
      'Las llamadas se conectan por lo que funciona. Arregle lo demás, por los clientes en redes estrictas.',
    allFail: 'Desde aquí no funciona nada',
    allFailText: 'Sus propias llamadas solo se conectarán dentro de una misma red.',
  },
}
