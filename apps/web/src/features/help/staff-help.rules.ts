/** The help of staff. What stands in «» is a label of a screen, which a test of the clinic packages checks. */
export const staffQuestions: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: '¿Cómo encuentro a un paciente?',
    answer:
      'Escribe su nombre, documento, teléfono o e-mail en «Buscar paciente», arriba en todas las páginas. La tecla / te lleva ahí. Las flechas eligen a la persona y Entrar abre su página.',
  },
  {
    question: '¿Qué hay en la página de un paciente?',
    answer:
      '«Próximas horas», la reserva, «Solicitudes», «Correos» y «Familia». Para cambiar sus datos elige «Editar datos». Al pie están las teclas de la página.',
  },
  {
    question: '¿Cómo reservo para un paciente?',
    answer:
      'En su página pulsa R y escribe en «Especialidad, examen o profesional». Entrar elige, y la primera hora libre queda marcada: Entrar la guarda y Entrar otra vez la reserva. La pantalla dice a quién avisó el portal.',
  },
  {
    question: '¿Cómo reservo un examen o un procedimiento?',
    answer:
      'Igual que una consulta. Si el examen tiene preguntas de seguridad, léelas al paciente antes de elegir la hora. Con una respuesta «Sí» no hay reserva: un profesional debe revisar el caso.',
  },
  {
    question: '¿Qué hago si quien llama no está en el portal?',
    answer:
      'Búscalo por su RUT o teléfono y elige «Crear ficha». Al guardarla puedes reservar en la misma ventana.',
  },
  {
    question: '¿Cómo marco que un paciente llegó?',
    answer:
      'En «Llegadas» pulsa F y escribe su nombre, baja a su fila con la flecha y pulsa L, o usa el botón «Llegó». En la página del paciente también sirve L.',
  },
  {
    question: '¿Cómo marco que se atendió o que no vino?',
    answer:
      'En «Llegadas», con la hora ya comenzada, pulsa A para «Se atendió» o N para «No se presentó» en su fila.',
  },
  {
    question: '¿Cómo confirmo una hora?',
    answer: 'En la página del paciente pulsa C, o elige «Confirmar» junto a la hora en «Próximas horas».',
  },
  {
    question: '¿Cómo muevo una hora?',
    answer:
      'En la página del paciente pulsa M, o elige «Mover» junto a la hora. Elige la hora nueva con las flechas y confirma con Entrar: la anterior queda libre recién cuando confirmas.',
  },
  {
    question: '¿Cómo cancelo una hora?',
    answer:
      'En la página del paciente pulsa X, o elige «Cancelar» junto a la hora, y confirma con «Cancelar hora». Si nadie pudo ser avisado, la pantalla dice a quién llamar.',
  },
  {
    question: '¿Cómo respondo una solicitud?',
    answer:
      'En «Solicitudes» elige la materia y abre la solicitud. La tecla R te lleva a «Respuesta»: escribe y elige «Enviar respuesta».',
  },
  {
    question: '¿Cómo valido a una persona?',
    answer:
      'En su página elige «Validar». La tecla V abre las imágenes una a una y C te lleva a «CONFIRMAR». Si algo no coincide, elige «DENEGAR» y los motivos.',
  },
  {
    question: '¿Cómo voy a otra página sin el ratón?',
    answer:
      'Las teclas 1 a 9 abren las primeras páginas del menú, en su orden. En una lista, J y K recorren las filas y Entrar abre. La tecla ? muestra todas las teclas de la página.',
  },
  {
    question: '¿Cómo apago las teclas?',
    answer:
      'Al pie de la página del paciente elige «Apagar teclas». Dentro de un campo las teclas nunca actúan.',
  },
]
